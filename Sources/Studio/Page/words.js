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

/** The parameters of a view's recipe, by name. */
export function parameters(view) {
  const [, ...rest] = view.split(":");
  return Object.fromEntries(rest.join(":").split(",").filter(Boolean).map((one) => one.split("=")));
}

/** A view as people call it: "pip on front", "pip, circle". */
export function label(view) {
  const { main, aspect } = parameters(view);
  return view.split(":")[0] + (main ? ` on ${main}` : "") + (aspect ? `, ${aspect}` : "");
}

/** Whether two recipes are one view, wherever its inset is. */
export function isSameView(one, other) {
  const plain = (view) => JSON.stringify(Object.entries(parameters(view)).filter(([name]) => !["x", "y", "size", "corner"].includes(name)).sort());
  return one.split(":")[0] === other.split(":")[0] && plain(one) === plain(other);
}

/** Seconds of "1:02.5", "62.5", "62.5s"; NaN for anything else. */
export function seconds(text) {
  const parts = text.trim().replace(/s$/, "").split(":");
  if (parts.length > 3 || parts.some((part) => !/^\d+([.,]\d*)?$|^[.,]\d+$/.test(part))) return NaN;
  return parts.reduce((sum, part) => sum * 60 + Number(part.replace(",", ".")), 0);
}
