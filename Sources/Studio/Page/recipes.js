// What can be set of a transition or a view, as fields: from the descriptions of the program's catalogues.
import { choice, field, set, tick } from "./fields.js";
import { parameters, recipe, title } from "./words.js";

const words = { aspect: "Shape", "border-color": "Border color", "gap-color": "Gap color", "divider-color": "Divider color", missing: "Without footage" };
/** What is set most, in this order. */
const main = ["aspect", "corner", "size", "border", "axis", "ratio", "divider", "layout"];
/** Places of pictures in their cells, and what is dragged in the picture. */
const isHidden = (name) => /(^|-)(fit|zoom|focus|x|y)$/.test(name);

export class RecipeFields {
  #element;
  #kinds;
  #cameras;
  #change;
  #recipe = "";
  #controls = [];
  #kind = null;

  /** @param change is called with another recipe; the second argument is whether it goes on being dragged. */
  constructor(element, kinds, cameras, change) {
    [this.#element, this.#kinds, this.#cameras, this.#change] = [element, kinds, cameras, change];
  }

  /** @returns whether there is anything to set. */
  show(recipe) {
    this.#recipe = recipe;
    const kind = this.#kinds.find((one) => one.name === recipe.split(":")[0]) ?? null;
    if (kind !== this.#kind) this.#build(kind);
    const given = parameters(recipe);
    for (const { parameter, index, show } of this.#controls) {
      const isPlaced = parameter.name === "corner" && given.x !== undefined;
      show(isPlaced ? "own" : given[parameter.name] ?? (index === 0 ? given[""] : undefined) ?? parameter.usual ?? "");
    }
    return this.#controls.length > 0;
  }

  #build(kind) {
    this.#kind = kind;
    this.#controls = (kind?.parameters ?? []).map((parameter, index) => ({ parameter, index }))
      .filter(({ parameter }) => parameter.kind !== "text" && !isHidden(parameter.name))
      .map((one) => ({ ...one, ...this.#control(one.parameter, one.index) }));
    for (const { label, parameter } of this.#controls) label.title = parameter.summary;
    const isMain = ({ parameter }) => this.#controls.length <= 6 || main.includes(parameter.name);
    const first = this.#controls.filter(isMain);
    first.sort((one, other) => main.indexOf(one.parameter.name) - main.indexOf(other.parameter.name));
    const rest = this.#controls.filter((one) => !isMain(one));
    const [details, summary, fields] = ["details", "summary", "div"].map((kind) => document.createElement(kind));
    [summary.textContent, fields.className] = ["More", "fields"];
    fields.append(...rest.map((one) => one.label));
    details.append(summary, fields);
    this.#element.replaceChildren(...first.map((one) => one.label), ...(rest.length ? [details] : []));
  }

  #control(parameter, index) {
    const name = words[parameter.name] ?? parameter.name[0].toUpperCase() + parameter.name.slice(1).replace("-", " ");
    const take = (value, isDragged = false) => this.#take(parameter, index, value, isDragged);
    switch (parameter.kind) {
      case "choice": case "camera": {
        const isCamera = parameter.kind === "camera";
        const options = isCamera ? ["", ...this.#cameras] : parameter.choices;
        const names = Object.fromEntries(options.map((one) => [one, one ? title(one) : parameter.usual]));
        const { label, control } = choice(name, options, (value) => take(value), names);
        const own = new Option("where it was dragged", "own");
        return { label, show: (value) => {
          if (value === "own") control.append(own);
          else own.remove();
          set(control, isCamera && !this.#cameras.includes(value) ? "" : value);
        } };
      }
      case "flag": {
        const { label, control } = tick(name, (isOn) => take(isOn ? "yes" : "no"));
        return { label, show: (value) => { control.checked = ["yes", "true", "1"].includes(value); } };
      }
      case "color": {
        const { label, control } = field("color", name, name);
        control.onchange = () => take(control.value);
        return { label, show: (value) => { control.value = /^#[0-9a-f]{6}/i.test(value) ? value.slice(0, 7) : "#ffffff"; } };
      }
      default: {
        const { label, control } = field("range", name, name);
        const { least, most } = parameter;
        Object.assign(control, { min: least, max: most, step: most - least > 20 ? 1 : (most - least) / 100 });
        control.oninput = () => take(String(Number(control.valueAsNumber.toFixed(4))), true);
        return { label, show: (value) => {
          control.value = Number.parseFloat(value) * (/%$/.test(value) ? 0.01 : 1);
          control.ariaValueText = value;
        } };
      }
    }
  }

  #take(parameter, index, value, isDragged) {
    const given = parameters(this.#recipe);
    if (index === 0) delete given[""];
    // A corner is instead of a place of one's own.
    if (parameter.name === "corner") for (const place of ["x", "y"]) delete given[place];
    if (value === "" || value === parameter.usual) delete given[parameter.name];
    else given[parameter.name] = value;
    this.#recipe = recipe(this.#kind.name, given);
    this.#change(this.#recipe, isDragged);
  }
}
