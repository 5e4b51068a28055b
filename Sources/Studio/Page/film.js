// The Film tab: what a person opened the page to finish. Everything is a part of the film's finish, as plan files have it,
// and is set by a JSON Merge Patch (RFC 7396).
import { $, clock, seconds } from "./words.js";

/** Ticks per second of times in plan files. */
const flicks = 705_600_000;
const black = { red: 0, green: 0, blue: 0, alpha: 255 };
const places = ["center", "lower-third", "top", "bottom"];
const styles = ["plain", "card"];

export class FilmTab {
  #studio;
  #trim = group("Trim");
  #titles = group("Titles");
  #fades = group("Fades");
  #cameras = group("Cameras");

  constructor(studio) {
    this.#studio = studio;
    $("panel-film").append(this.#trim, this.#titles, this.#fades, this.#cameras, $("told"));
  }

  open() {
    const { cameras, looks } = this.#studio.film;
    const edge = (name, member) => {
      const input = field("text", name, name);
      input.control.onchange = () => {
        const time = seconds(input.control.value);
        if (!Number.isNaN(time)) return this.#studio.edit({ trim: { [member]: Math.round(time * this.#studio.rate) } });
        this.#studio.alert(`'${input.control.value}' is not a time; write one such as 0:12.500.`, "edit");
        this.showCut();
      };
      return input.label;
    };
    this.#trim.append(row(edge("Start", "start"), edge("End", "end")), this.#leftOut);
    this.#fades.append(row(
      ...[["Fade in", "fadeIn"], ["Fade out", "fadeOut"]].map(([name, member]) => {
        const input = field("number", name, `${name} (s)`);
        Object.assign(input.control, { min: 0, max: 60, step: 0.1 });
        input.control.dataset.member = member;
        input.control.onchange = () => this.#fade(member, input.control.valueAsNumber || 0);
        return input.label;
      })));
    this.#cameras.append(...cameras.map(({ name }) => row(
      choice(`Look of ${name}`, ["none", ...looks], (look) => this.#setLooks(name, this.#withLook(name, look))))));
    const add = document.createElement("button");
    add.textContent = "Add title";
    add.onclick = () => this.#addTitle();
    this.#titles.append(document.createElement("div"), add);
  }

  #leftOut = list("Left out");

  #showParts() {
    const { cut } = this.#studio;
    const time = (frame) => this.#studio.time(frame);
    this.#leftOut.hidden = !cut.leftOut.length;
    this.#leftOut.replaceChildren(...cut.leftOut.map(([start, end]) => {
      const [item, button] = [document.createElement("li"), document.createElement("button")];
      button.textContent = `Put back ${time(start)} to ${time(end)}`;
      button.onclick = () => this.#studio.edit({ putBack: [{ start, end }] });
      button.onpointerenter = () => { if (!this.#studio.player.isPlaying) this.#studio.player.look(undefined, start); };
      item.append(button);
      return item;
    }));
  }

  /** Fields that are being edited stay as they are typed. */
  showCut() {
    const { graphics, looks } = this.#finish;
    const set = (control, value) => { if (document.activeElement !== control) control.value = value; };
    const { range, leftOut } = this.#studio.cut;
    this.#trim.querySelectorAll("input").forEach((input, index) => set(input, clock(range[index] / this.#studio.rate)));
    // A list of hundreds of pauses is built when it changes.
    if (String(leftOut) !== this.#shownParts) this.#showParts();
    this.#shownParts = String(leftOut);
    for (const input of this.#fades.querySelectorAll("input")) {
      set(input, (graphics[input.dataset.member]?.duration ?? 0) / flicks);
    }
    for (const { name } of this.#studio.film.cameras) {
      const own = (list) => list.find((one) => one.angle === name);
      set(this.#control(`Look of ${name}`), own(looks)?.looks.findLast((one) => this.#isKnown(one))?.name ?? "none");
    }
    this.#showTitles(graphics.titles ?? []);
  }

  #shownParts = null;

  #isKnown(look) { return this.#studio.film.looks.includes(look.name); }

  /** A camera's looks with this one; what matches its colors to another camera's stays. */
  #withLook(angle, name) {
    const own = this.#finish.looks.find((one) => one.angle === angle)?.looks ?? [];
    const next = [...own.filter((one) => !this.#isKnown(one)), ...(name === "none" ? [] : [{ name, parameters: {} }])];
    return next.length ? next : null;
  }

  get #finish() {
    const { graphics = {}, looks = [] } = this.#studio.cut.finish;
    return { graphics, looks };
  }

  #control(name) { return this.#cameras.querySelector(`[aria-label="${CSS.escape(name)}"]`); }

  #set(parts, group) { this.#studio.edit({ ...(group ? { group } : {}), set: parts }); }

  #fade(member, length) {
    const old = this.#finish.graphics[member];
    const next = { color: old?.color ?? black, duration: Math.round(length * flicks) };
    this.#set({ graphics: { [member]: length > 0 ? next : null } });
  }

  /** One camera's looks; `null` takes them out. */
  #setLooks(angle, looks) {
    const others = this.#finish.looks.filter((one) => one.angle !== angle);
    this.#set({ looks: looks === null ? others : [...others, { angle, looks }] });
  }

  // MARK: titles

  #setTitles(titles, group) { this.#set({ graphics: { titles } }, group); }

  #addTitle() {
    const { frame, rate, film } = this.#studio;
    const start = frame / rate;
    const end = Math.max(Math.min(start + 4, film.duration), start + 1 / rate);
    const range = { start: Math.round(start * flicks), end: Math.round(end * flicks) };
    const title = { text: "Title", range, style: { name: "title", parameters: { place: "lower-third" } } };
    this.#setTitles([...(this.#finish.graphics.titles ?? []), title]);
    this.#isNew = true;
  }
  /** Whether the newest title's text is what comes next. */
  #isNew = false;

  #showTitles(titles) {
    const list = this.#titles.querySelector("div");
    while (list.children.length > titles.length) list.lastChild.remove();
    while (list.children.length < titles.length) list.append(this.#titleRow(list.children.length));
    titles.forEach((title, index) => {
      const set = (name, value) => {
        const control = list.children[index].querySelector(`[aria-label="${name}"]`);
        if (document.activeElement !== control) control.value = value;
      };
      set("Text", title.text);
      set("From", clock(title.range.start / flicks));
      set("To", clock(title.range.end / flicks));
      set("Place", title.style.parameters.place ?? "center");
      set("Style", title.style.parameters.style ?? "plain");
    });
    if (this.#isNew && list.lastChild) {
      this.#isNew = false;
      list.lastChild.querySelector("[aria-label=Text]").select();
    }
  }

  #titleRow(index) {
    const change = (edit, group) => {
      const titles = structuredClone(this.#finish.graphics.titles);
      edit(titles[index]);
      this.#setTitles(titles, group);
    };
    const text = field("text", "Text", "Text");
    text.control.onfocus = () => { text.group = this.#studio.group(); };
    // Seen while it is typed, and one step of undo.
    text.control.oninput = () => { if (text.control.value.trim()) change((title) => { title.text = text.control.value; }, text.group); };
    const time = (name, member) => {
      const input = field("text", name, name);
      input.control.onchange = () => {
        const value = seconds(input.control.value);
        const other = this.#finish.graphics.titles[index].range;
        const ticks = Math.round(value * flicks);
        const isRight = member === "start" ? ticks < other.end : ticks > other.start;
        if (Number.isNaN(value) || !isRight) {
          this.#studio.alert(`${name}: write a time ${member === "start" ? "before" : "after"} the title's ${member === "start" ? "end" : "beginning"}, such as 0:02.000.`, "edit");
          this.#showTitles(this.#finish.graphics.titles);
        } else {
          change((title) => { title.range[member] = ticks; });
        }
      };
      return input.label;
    };
    const remove = document.createElement("button");
    remove.textContent = "Delete title";
    remove.onclick = () => this.#setTitles(this.#finish.graphics.titles.filter((_, place) => place !== index));
    const go = () => {
      if (!this.#studio.player.isPlaying) this.#studio.goTo((this.#finish.graphics.titles[index].range.start / flicks + 0.5) * this.#studio.rate);
    };
    text.control.addEventListener("focus", go);
    const box = document.createElement("div");
    box.className = "title";
    box.append(
      text.label,
      row(time("From", "start"), time("To", "end"),
        choice("Place", places, (place) => change((title) => { title.style.parameters.place = place; })),
        choice("Style", styles, (style) => change((title) => { title.style.parameters.style = style; })), remove));
    return box;
  }
}

function group(name) {
  const set = document.createElement("fieldset");
  const legend = document.createElement("legend");
  legend.textContent = name;
  set.append(legend);
  return set;
}

function list(name) {
  const items = document.createElement("ul");
  Object.assign(items, { role: "list", ariaLabel: name });
  return items;
}

function row(...controls) {
  const line = document.createElement("div");
  line.className = "fields";
  line.append(...controls);
  return line;
}

function field(type, name, words) {
  const label = document.createElement("label");
  const control = document.createElement("input");
  Object.assign(control, { type, ariaLabel: name, autocomplete: "off", spellcheck: false });
  label.append(words, " ", control);
  return { label, control };
}

function choice(name, options, chosen) {
  const label = document.createElement("label");
  const control = document.createElement("select");
  control.ariaLabel = name;
  control.append(...options.map((option) => new Option(option, option)));
  control.onchange = () => chosen(control.value);
  label.append(name, " ", control);
  return label;
}
