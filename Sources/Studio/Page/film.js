// The Film tab: what a person opened the page to finish. Titles, fades and looks are parts of the film's finish, as plan
// files have them, and are set by a JSON Merge Patch (RFC 7396).
import { $, clock, seconds, title as called } from "./words.js";
import { CropGroup } from "./crop.js";
import { choice, field, group, list, row, set, tick } from "./fields.js";

/** Ticks per second of times in plan files. */
const flicks = 705_600_000;
const black = { red: 0, green: 0, blue: 0, alpha: 255 };
const places = ["center", "lower-third", "top", "bottom"];
const styles = ["plain", "card"];
const heardWords = { follow: "the camera that is shown", mix: "all together", speakers: "everybody by their own microphone", none: "nothing" };

export class FilmTab {
  #studio;
  #groups = [];

  constructor(studio) {
    this.#studio = studio;
  }

  open() {
    this.#groups = [this.#trim(), this.#titles(), this.#sound(), this.#music(), this.#fades(), this.#subtitles(), this.#crop(), this.#cameras(), this.#director()];
    $("panel-film").replaceChildren(...this.#groups.map((one) => one.element), $("told"));
  }

  /** Fields that are being edited stay as they are typed. */
  showCut() {
    for (const one of this.#groups) one.show?.();
    const { width, height } = this.#studio.cut.target;
    $("told").textContent = `${width}×${height}, ${Number(this.#studio.rate.toFixed(3))} frames a second: Make film has other sizes and deliveries. Voice-overs, a logo, cleaning of sound and matching of colors are asked for when the film is opened; 'compose studio --help' names them.`;
  }

  get #finish() {
    const { graphics = {}, looks = [], stabilization = [] } = this.#studio.cut.finish;
    return { graphics, looks, stabilization };
  }

  #set(parts, group) { this.#studio.edit({ ...(group ? { group } : {}), set: parts }); }

  /** What takes a while: the button that asked for it waits. `done` says what became of it. */
  #ask(request, fields, words, done, button) {
    if (button) button.disabled = true;
    this.#studio.say(words);
    this.#studio.request(request, fields, (line) => {
      if (button) button.disabled = false;
      if (line.event === "error") this.#studio.alert(line.message, request);
      this.#studio.say(line.event === "error" ? "" : done(line));
      this.showCut();
    });
  }

  // MARK: trim

  #trim() {
    const studio = this.#studio;
    const element = group("Trim");
    const edges = [["Start", "start"], ["End", "end"]].map(([name, member]) => {
      const input = field("text", name, name);
      input.control.onchange = () => {
        const time = seconds(input.control.value);
        if (!Number.isNaN(time)) return studio.edit({ trim: { [member]: Math.round(time * studio.rate) } });
        studio.alert(`'${input.control.value}' is not a time; write one such as 0:12.500.`, "edit");
        this.showCut();
      };
      return input;
    });
    const pauses = document.createElement("button");
    pauses.textContent = "Leave out pauses";
    pauses.title = "Finds the pauses between words, and leaves them out; each can be put back";
    pauses.onclick = () => this.#ask("pauses", {}, "Listening for pauses …", () => {
      const { kept } = studio.cut;
      return `Pauses are left out: the film lasts ${clock(studio.filmCount / studio.rate)}, in ${kept.length} parts.`;
    }, pauses);
    const parts = list("Left out");
    const [search, moments] = [document.createElement("button"), list("Best moments")];
    search.textContent = "Find the best moments";
    search.title = "Finds parts of up to a minute that stand alone: laughter, quick exchanges, loud voices; no word is cut";
    moments.hidden = true;
    search.onclick = () => this.#ask("highlights", {}, "Looking for the best moments …", ({ highlights }) => {
      moments.hidden = false;
      moments.replaceChildren(...highlights.map(({ start, end, why }) => {
        const [item, button] = [document.createElement("li"), document.createElement("button")];
        button.textContent = `${studio.time(start)} to ${studio.time(end)}${why ? `: ${why}` : ""}`;
        button.title = "Trims the film to this moment";
        button.onclick = () => { studio.edit({ trim: { start, end } }); studio.goTo(start); };
        item.append(button);
        return item;
      }));
      const count = highlights.length;
      return `${count} ${count === 1 ? "moment was" : "moments were"} found: choose one to trim the film to it.`;
    }, search);
    element.append(row(...edges.map((one) => one.label)), pauses, " ", search, moments, parts);
    let shown = null;
    return { element, show: () => {
      const { range, leftOut } = studio.cut;
      edges.forEach(({ control }, index) => set(control, clock(range[index] / studio.rate)));
      // A list of hundreds of pauses is built when it changes.
      if (String(leftOut) === shown) return;
      shown = String(leftOut);
      parts.hidden = !leftOut.length;
      parts.replaceChildren(...leftOut.map(([start, end]) => {
        const [item, button] = [document.createElement("li"), document.createElement("button")];
        button.textContent = `Put back ${studio.time(start)} to ${studio.time(end)}`;
        button.onclick = () => studio.edit({ putBack: [{ start, end }] });
        button.onfocus = () => { if (!studio.player.isPlaying) studio.goTo(start); };
        item.append(button);
        return item;
      }));
    } };
  }

  // MARK: titles

  #setTitles(titles, group) { this.#set({ graphics: { titles } }, group); }

  #titles() {
    const element = group("Titles");
    const [rows, add] = [document.createElement("div"), document.createElement("button")];
    add.textContent = "Add title";
    let isNew = false;
    add.onclick = () => {
      const { frame, rate, film } = this.#studio;
      const start = frame / rate;
      const end = Math.max(Math.min(start + 4, film.duration), start + 1 / rate);
      const range = { start: Math.round(start * flicks), end: Math.round(end * flicks) };
      isNew = true;
      this.#setTitles([...(this.#finish.graphics.titles ?? []),
        { text: "Title", range, style: { name: "title", parameters: { place: "lower-third" } } }]);
    };
    element.append(rows, add);
    return { element, show: () => {
      const titles = this.#finish.graphics.titles ?? [];
      while (rows.children.length > titles.length) rows.lastChild.remove();
      while (rows.children.length < titles.length) rows.append(this.#titleRow(rows.children.length));
      titles.forEach((title, index) => {
        const put = (name, value) => set(rows.children[index].querySelector(`[aria-label="${name}"]`), value);
        put("Text", title.text);
        put("From", clock(title.range.start / flicks));
        put("To", clock(title.range.end / flicks));
        put("Place", title.style.parameters.place ?? "center");
        put("Style", title.style.parameters.style ?? "plain");
      });
      if (!isNew || !rows.lastChild) return;
      isNew = false;
      rows.lastChild.querySelector("[aria-label=Text]").select();
    } };
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
        if (!Number.isNaN(value) && isRight) return change((title) => { title.range[member] = ticks; });
        this.#studio.alert(`${name}: write a time ${member === "start" ? "before" : "after"} the title's ${member === "start" ? "end" : "beginning"}, such as 0:02.000.`, "edit");
        this.showCut();
      };
      return input.label;
    };
    const remove = document.createElement("button");
    remove.textContent = "Delete title";
    remove.onclick = () => this.#setTitles(this.#finish.graphics.titles.filter((_, place) => place !== index));
    text.control.addEventListener("focus", () => {
      if (!this.#studio.player.isPlaying) this.#studio.goTo((this.#finish.graphics.titles[index].range.start / flicks + 0.5) * this.#studio.rate);
    });
    const box = document.createElement("div");
    box.className = "title";
    box.append(
      text.label,
      row(time("From", "start"), time("To", "end"),
        choice("Place", places, (place) => change((title) => { title.style.parameters.place = place; })).label,
        choice("Style", styles, (style) => change((title) => { title.style.parameters.style = style; })).label, remove));
    return box;
  }

  // MARK: sound

  /** A slider in decibels: a drag, or a key that is held, is one step of undo. `edit` makes an edit of a gain. */
  #level(name, words, min, max, edit) {
    const { label, control } = field("range", name, words);
    const output = document.createElement("output");
    Object.assign(control, { min, max, step: 0.5 });
    label.append(output);
    label.className = "level";
    let drag = "";
    control.onpointerdown = () => { drag = this.#studio.group(); };
    control.onkeydown = (event) => { if (!event.repeat) drag = this.#studio.group(); };
    control.oninput = () => this.#studio.edit({ group: drag || this.#studio.group(), ...edit(control.valueAsNumber) });
    return { label, show: (gain) => {
      control.value = gain;
      output.textContent = `${gain > 0 ? "+" : gain < 0 ? "−" : ""}${Number(Math.abs(gain).toFixed(1))} dB`;
      control.ariaValueText = output.textContent;
    } };
  }

  #sound() {
    const studio = this.#studio;
    const { heard } = studio.film;
    const element = group("Sound");
    const kinds = heard.length > 1 ? ["follow", "mix", "speakers", "none"] : heard.length ? ["none"] : [];
    const choose = choice("Heard", [...heard, ...kinds], (name) => this.#ask("heard", { name }, "Listening …", () => `Heard: ${heardWords[name] ?? called(name)}.`),
      { ...Object.fromEntries(heard.map((name) => [name, called(name)])), ...heardWords });
    const levels = heard.map((name) => {
      const level = this.#level(`Level of ${called(name)}`, called(name), -30, 12, (gain) => ({ level: { of: name, gain } }));
      const mute = tick(`Mute ${called(name)}`, (isMuted) => studio.edit({ level: { of: name, isMuted } }), "Mute");
      const line = document.createElement("div");
      line.className = "row";
      line.append(level.label, mute.label);
      return { name, level, mute, line };
    });
    element.append(choose.label, ...levels.map((one) => one.line));
    element.hidden = !heard.length;
    return { element, show: () => {
      const { sound } = studio.cut;
      if (sound.heard === "tracks" && ![...choose.control.options].some((one) => one.value === "tracks")) {
        choose.control.append(new Option("the timeline's own tracks", "tracks"));
      }
      set(choose.control, sound.heard);
      for (const { name, level, mute } of levels) {
        const own = sound.levels.find((one) => one.name === name) ?? { gain: 0, isMuted: false };
        level.show(own.gain);
        mute.control.checked = own.isMuted;
      }
    } };
  }

  #music() {
    const studio = this.#studio;
    const files = studio.film.music;
    const element = group("Music");
    const file = choice("File", ["none", ...files.map((_, index) => index)], (index) =>
      this.#ask("music", index === "none" ? {} : { file: Number(index) }, "Listening to the music …",
        () => index === "none" ? "The film has no music." : `Music: ${files[index]}.`), { none: "none", ...files });
    const level = this.#level("Level", "Level", -48, 6, (gain) => ({ music: { gain } }));
    const start = field("text", "Begins at", "Begins at");
    start.control.title = "The time in the music's file at which the film begins";
    start.control.onchange = () => {
      const time = seconds(start.control.value);
      if (!Number.isNaN(time)) return studio.edit({ music: { start: time } });
      studio.alert(`'${start.control.value}' is not a time; write one such as 0:12.500.`, "edit");
      this.showCut();
    };
    const loops = tick("Repeat it", (isOn) => studio.edit({ music: { loops: isOn } }));
    const lowered = tick("Lower it while somebody speaks", (isLowered) => studio.edit({ music: { isLowered } }));
    const more = document.createElement("div");
    more.append(level.label, start.label, loops.label, lowered.label);
    const none = document.createElement("p");
    none.className = "quiet";
    none.textContent = "Put a song into the folder of the recordings, or in one right below it, and open the page again: it is listed here.";
    none.hidden = files.length > 0;
    element.append(file.label, none, more);
    return { element, show: () => {
      const { music, isLowered } = studio.cut.sound;
      const index = music ? files.findIndex((name) => name.split("/").pop() === music.file) : -1;
      if (music && index < 0 && ![...file.control.options].some((one) => one.value === "own")) file.control.append(new Option(music.file, "own"));
      set(file.control, !music ? "none" : index < 0 ? "own" : index);
      more.hidden = !music;
      if (!music) return;
      level.show(music.gain ?? 0);
      set(start.control, clock(music.start));
      [loops.control.checked, lowered.control.checked] = [music.loops, isLowered];
    } };
  }

  // MARK: pictures

  #fades() {
    const element = group("Fades");
    const inputs = [["Fade in", "fadeIn"], ["Fade out", "fadeOut"]].map(([name, member]) => {
      const input = field("number", name, `${name} (s)`);
      Object.assign(input.control, { min: 0, max: 60, step: 0.1 });
      input.control.onchange = () => {
        const length = input.control.valueAsNumber || 0;
        const color = this.#finish.graphics[member]?.color ?? black;
        this.#set({ graphics: { [member]: length > 0 ? { color, duration: Math.round(length * flicks) } : null } });
      };
      return { member, ...input };
    });
    element.append(row(...inputs.map((one) => one.label)));
    return { element, show: () => {
      for (const { member, control } of inputs) set(control, (this.#finish.graphics[member]?.duration ?? 0) / flicks);
    } };
  }

  #subtitles() {
    const files = this.#studio.film.subtitles;
    const element = group("Subtitles");
    const file = choice("File", ["none", ...files.map((_, index) => index)], (index) =>
      this.#studio.edit({ subtitles: index === "none" ? -1 : Number(index) }), { none: "none", ...files });
    const note = document.createElement("p");
    note.className = "quiet";
    note.textContent = "Their times are the film's: what is left out moves them. Files are .srt, .vtt and .ass in the folder of the recordings.";
    element.append(file.label, note);
    return { element, show: () => {
      const { subtitles } = this.#studio.cut;
      const index = files.findIndex((name) => name.split("/").pop() === subtitles);
      if (subtitles && index < 0 && ![...file.control.options].some((one) => one.value === "own")) file.control.append(new Option(subtitles, "own"));
      set(file.control, !subtitles ? "none" : index < 0 ? "own" : index);
    } };
  }

  #crop() {
    this.crop = new CropGroup(this.#studio, (parts, group) => this.#set(parts, group));
    return { element: this.crop.element, show: () => this.crop.show() };
  }

  #cameras() {
    const { cameras, looks, stabilizers } = this.#studio.film;
    const element = group("Cameras");
    const isKnown = (look) => looks.includes(look.name);
    const own = (list, name) => list.find((one) => one.angle === name);
    const lines = cameras.map(({ name }) => ({
      name,
      stabilize: choice(`Stabilize ${called(name)}`, ["none", ...stabilizers], (strength) => {
        const others = this.#finish.stabilization.filter((one) => one.angle !== name);
        const next = strength === "none" ? others : [...others, { angle: name, strength: { name: strength, parameters: {} } }];
        this.#set({ stabilization: next });
        if (strength !== "none") this.#studio.say(`${called(name)} is stabilized when the film is made; here it is seen as it was recorded.`);
      }),
      // What matches a camera's colors to another's stays.
      look: choice(`Look of ${called(name)}`, ["none", ...looks], (look) => {
        const rest = (own(this.#finish.looks, name)?.looks ?? []).filter((one) => !isKnown(one));
        const next = look === "none" ? rest : [...rest, { name: look, parameters: {} }];
        const others = this.#finish.looks.filter((one) => one.angle !== name);
        this.#set({ looks: next.length ? [...others, { angle: name, looks: next }] : others });
      }),
    }));
    element.append(...lines.map((one) => row(one.stabilize.label, one.look.label)));
    return { element, show: () => {
      const { looks: given, stabilization } = this.#finish;
      for (const { name, stabilize, look } of lines) {
        set(stabilize.control, own(stabilization, name)?.strength.name ?? "none");
        set(look.control, own(given, name)?.looks.findLast(isKnown)?.name ?? "none");
      }
    } };
  }

  // MARK: the director

  #director() {
    const studio = this.#studio;
    const { cameras, styles: known } = studio.film;
    const element = group("Director");
    const style = choice("Style", known, () => {});
    style.control.value = "normal";
    const lengths = ["Shortest shot", "Longest shot"].map((name) => {
      const input = field("number", name, `${name} (s)`);
      Object.assign(input.control, { min: 0.2, max: 600, step: 0.1, placeholder: "as the style" });
      return input;
    });
    const wide = choice("Wide camera", ["none", ...cameras.map((one) => one.name)], () => {},
      Object.fromEntries(cameras.map(({ name }) => [name, called(name)])));
    const again = document.createElement("button");
    again.textContent = "Cut again";
    again.title = "Cuts by who speaks, by music or by what happens; cuts that were set by hand stay";
    again.onclick = () => {
      const [shortest, longest] = lengths.map(({ control }) => Number.isNaN(control.valueAsNumber) ? undefined : control.valueAsNumber);
      const direction = { style: style.control.value, shortest, longest, wide: wide.control.value === "none" ? undefined : wide.control.value };
      this.#ask("direct", { direction }, "Listening and looking …", () => `Cut again: ${studio.cut.switches.length} cuts.`, again);
    };
    element.append(row(style.label, wide.label), row(...lengths.map((one) => one.label)), again);
    element.hidden = cameras.length < 2;
    return { element };
  }
}
