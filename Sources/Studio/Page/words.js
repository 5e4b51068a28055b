// Elements of the page, and how times and views are written.
export const $ = (id) => document.getElementById(id);

/** Seconds in as few digits as they need, to a thousandth. */
export function digits(seconds) { return String(Number(seconds.toFixed(3))); }

/** "0:12.433", "1:02:03.500". */
export function clock(seconds) {
  const thousandths = Math.round(Math.max(0, seconds) * 1000);
  const [whole, rest] = [Math.floor(thousandths / 1000), thousandths % 1000];
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60)];
  const two = (number) => String(number).padStart(2, "0");
  const front = hours ? `${hours}:${two(minutes % 60)}` : `${minutes}`;
  return `${front}:${two(whole % 60)}.${String(rest).padStart(3, "0")}`;
}

/** What cameras are called: as their files, unless somebody named them. */
const titles = new Map();
export function nameCameras({ cameras, takes }) {
  titles.clear();
  for (const { name } of cameras) {
    const files = new Set(takes.filter((one) => one.camera === name).map((one) => one.path.split("/").pop().replace(/\.[^.]*$/, "")));
    const [file] = files;
    const isAssigned = /^(front|back|camera\d+)$/.test(name) && files.size === 1 && !file.toLowerCase().includes(name);
    titles.set(name, isAssigned && ![...titles.values()].includes(file) ? file : name);
  }
}
export function title(camera) { return titles.get(camera) ?? camera; }

/** What the program says, with the names that are seen here. */
export function renamed(text) {
  return [...titles].filter(([name, shown]) => name !== shown)
    .reduce((words, [name, shown]) => words.replace(new RegExp(`(^|[^\\w-])${name}(?![\\w-])`, "g"), `$1${shown}`), text);
}

/** The parameters of a view's or a transition's recipe, by name; what has no name is "". */
export function parameters(recipe) {
  const [, ...rest] = recipe.split(":");
  return Object.fromEntries(rest.join(":").split(",").filter(Boolean).map((one) => one.includes("=") ? one.split("=") : ["", one]));
}

/** The recipe of a kind with parameters. */
export function recipe(kind, values) {
  const words = Object.entries(values).map(([name, value]) => name ? `${name}=${value}` : value);
  return words.length ? `${kind}:${words.join(",")}` : kind;
}

/** A view as people call it: "pip on front", "pip, circle". */
export function label(view) {
  const { main, aspect } = parameters(view);
  const [kind] = view.split(":");
  return title(kind) + (main ? ` on ${title(main)}` : "") + (aspect ? `, ${aspect}` : "");
}

/** Whether two recipes are one view, wherever its inset is. */
export function isSameView(one, other) {
  const movable = ["x", "y", "size", "corner", "border", "border-color", "margin", "radius", "shadow", ""];
  const plain = (view) => JSON.stringify(Object.entries(parameters(view)).filter(([name]) => !movable.includes(name)).sort());
  return one.split(":")[0] === other.split(":")[0] && plain(one) === plain(other);
}

/** Seconds of "1:02.5", "62.5", "62.5s"; NaN for anything else. */
export function seconds(text) {
  const parts = text.trim().replace(/s$/, "").split(":");
  if (parts.length > 3 || parts.some((part) => !/^\d+([.,]\d*)?$|^[.,]\d+$/.test(part))) return NaN;
  return parts.reduce((sum, part) => sum * 60 + Number(part.replace(",", ".")), 0);
}
