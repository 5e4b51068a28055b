// Fields of forms, named as they are seen.

export function group(name) {
  const [element, legend] = [document.createElement("fieldset"), document.createElement("legend")];
  legend.textContent = name;
  element.append(legend);
  return element;
}

export function list(name) {
  const items = document.createElement("ul");
  Object.assign(items, { role: "list", ariaLabel: name, className: "list" });
  return items;
}

export function row(...controls) {
  const line = document.createElement("div");
  line.className = "fields";
  line.append(...controls);
  return line;
}

/** @param name what it is found by; @param words what is seen beside it. */
export function field(type, name, words) {
  const [label, control] = [document.createElement("label"), document.createElement("input")];
  Object.assign(control, { type, ariaLabel: name, autocomplete: "off", spellcheck: false });
  label.append(words, " ", control);
  return { label, control };
}

/** @param words what some options are called, by their values. */
export function choice(name, options, chosen, words = {}) {
  const [label, control] = [document.createElement("label"), document.createElement("select")];
  control.ariaLabel = name;
  control.append(...options.map((option) => new Option(words[option] ?? option, option)));
  control.onchange = () => chosen(control.value);
  label.append(name, " ", control);
  return { label, control };
}

export function tick(name, changed, words = name) {
  const { label, control } = field("checkbox", name, "");
  label.className = "check";
  label.replaceChildren(control, words);
  control.onchange = () => changed(control.checked);
  return { label, control };
}

/** Shows a value, unless somebody is writing another one. */
export function set(control, value) {
  if (document.activeElement !== control || control.localName === "select") control.value = value;
}
