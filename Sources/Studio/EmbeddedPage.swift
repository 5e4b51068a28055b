// Made by scripts/embed-page from the files in Page.
// swift-format-ignore-file

/// What the studio's page consists of.
enum EmbeddedPage {
    /// - Returns: `nil` if there is no such file.
    static func answer(_ name: String) -> StudioServer.Answer? {
        switch name {
        case "icon.svg": answer("image/svg+xml", iconSVG)
        case "index.html": answer("text/html; charset=utf-8", indexHTML)
        case "panel.js": answer("text/javascript; charset=utf-8", panelJS)
        case "player.js": answer("text/javascript; charset=utf-8", playerJS)
        case "studio.css": answer("text/css; charset=utf-8", studioCSS)
        case "studio.js": answer("text/javascript; charset=utf-8", studioJS)
        case "timeline.js": answer("text/javascript; charset=utf-8", timelineJS)
        default: nil
        }
    }

    private static func answer(_ type: String, _ text: StaticString) -> StudioServer.Answer {
        StudioServer.Answer(type: type, bytes: text.withUTF8Buffer { Array($0) })
    }

    private static let iconSVG: StaticString = ##"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#17181c"/><path d="M6 9h11v14H6z" fill="#5aa9ff"/><path d="M17 9h9v14h-9z" fill="#ffb454"/><path d="M15.500 6h3v20h-3z" fill="#fff"/></svg>

"""##

    private static let indexHTML: StaticString = ##"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark light">
<title>compose studio</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="studio.css">
<script type="module" src="studio.js"></script>
</head>
<body>
<header>
  <h1>compose studio</h1>
  <span id="plan"></span>
  <div class="actions">
    <button id="undo" disabled>Undo</button>
    <button id="redo" disabled>Redo</button>
    <button id="save">Save plan</button>
    <button id="render" class="primary">Render</button>
    <button id="help" class="round" aria-label="Keyboard shortcuts" title="Keyboard shortcuts (?)">?</button>
  </div>
</header>
<div id="alert"></div>

<main>
  <section class="stage" aria-label="Film">
    <div class="screen">
      <div class="picture">
        <canvas id="preview" role="img" aria-label="Preview" width="640" height="360"></canvas>
        <div id="guides" hidden></div>
        <div id="inset" role="group" aria-label="Inset" tabindex="0" hidden title="Drag to move the inset, its corner to resize it; or use the arrow keys, + and −"><span></span></div>
        <p id="opening">Opening the recordings …</p>
      </div>
      <div id="meter" aria-hidden="true"><span><i></i></span><span><i></i></span></div>
    </div>
    <div role="toolbar" aria-label="Transport" class="transport">
      <button id="previous" aria-label="Previous switch" title="Previous switch (↑)"><svg aria-hidden="true" viewBox="0 0 16 16"><path d="M3 3h2v10H3zM13 3v10L6 8z"/></svg></button>
      <button id="back" aria-label="Back one frame" title="Back one frame (←)"><svg aria-hidden="true" viewBox="0 0 16 16"><path d="M11 3v10L5 8z"/></svg></button>
      <button id="play" aria-label="Play" title="Play (Space)"><svg aria-hidden="true" viewBox="0 0 16 16"><path class="play" d="M4 2v12l10-6z"/><path class="pause" d="M3 2h4v12H3zM9 2h4v12H9z"/></svg></button>
      <button id="forward" aria-label="Forward one frame" title="Forward one frame (→)"><svg aria-hidden="true" viewBox="0 0 16 16"><path d="M5 3v10l6-5z"/></svg></button>
      <button id="next" aria-label="Next switch" title="Next switch (↓)"><svg aria-hidden="true" viewBox="0 0 16 16"><path d="M11 3h2v10h-2zM3 3v10l7-5z"/></svg></button>
      <input id="time" aria-label="Playhead time" value="0:00.000" autocomplete="off" spellcheck="false">
      <span id="speed" aria-hidden="true"></span>
      <span class="space"></span>
      <button id="add" title="Switch to the next camera here (S)">Add switch</button>
      <button id="snap" aria-pressed="true" title="Switches snap to the playhead, other switches and key frames (N)">Snap</button>
      <button id="thirds" aria-pressed="false" title="Thirds and center in the preview, not in the film">Guides</button>
    </div>
  </section>

  <div id="show" role="group" aria-label="Show"></div>

  <aside>
    <section id="switch" role="region" aria-label="Switch" hidden>
      <div class="row">
        <h2 id="switch-title"></h2>
        <button id="delete">Delete switch</button>
      </div>
      <p id="reason"></p>
      <div class="fields">
        <label>Time <input id="switch-time" aria-label="Time" autocomplete="off" spellcheck="false"></label>
        <label>Duration, in seconds <input id="duration" type="number" aria-label="Duration" min="0" max="60" step="0.1"></label>
        <label>Align <select id="align" aria-label="Align"><option>center</option><option>start</option><option>end</option></select></label>
        <label class="wide">Parameters of the transition <input id="parameters" aria-label="Parameters" placeholder="angle=30,softness=0.1" autocomplete="off" spellcheck="false"></label>
      </div>
      <ul id="notes"></ul>
      <h3>View</h3>
      <div id="views" role="listbox" aria-label="View" tabindex="0" class="gallery"></div>
      <h3>Transition</h3>
      <div id="transitions" role="listbox" aria-label="Transition" tabindex="0" class="gallery"></div>
    </section>
    <div class="shots">
      <table aria-label="Shots">
        <thead><tr><th>Shot<th>From<th>To<th>Shows<th>Why</thead>
        <tbody id="shots"></tbody>
      </table>
    </div>
  </aside>
</main>

<div class="zoom">
  <button id="zoom-out" aria-label="Zoom out" title="Zoom out (−)">−</button>
  <button id="fit" title="Show the whole film (0)">Fit</button>
  <button id="zoom-in" aria-label="Zoom in" title="Zoom in (+)">+</button>
  <span class="gap"></span>
  <label class="check"><input id="snap-speech" type="checkbox"> Snap to speech</label>
  <label class="check"><input id="snap-beats" type="checkbox"> Snap to beats</label>
  <span id="hint" aria-hidden="true"></span>
</div>
<div id="timeline" role="group" aria-label="Timeline">
  <div id="rows">
    <div id="ruler" class="line"><span class="label">Time</span><canvas class="view"></canvas></div>
    <div id="cameras-above"></div>
    <div class="line film"><span class="label">Film</span><div id="track"><div id="blocks" aria-hidden="true"></div><div id="switches" role="group" aria-label="Switches"></div></div></div>
    <div class="line lane" id="graphics-lane" hidden><span class="label">Titles</span><ul id="graphics" role="list" aria-label="Titles, subtitles, logo and fades"></ul></div>
    <div class="line lane"><span class="label">Copied</span><ul id="spans" role="list" aria-label="Copied and encoded"></ul></div>
    <div id="cameras-below"></div>
    <div id="playhead" role="slider" tabindex="0" aria-label="Playhead" aria-valuemin="0"></div>
  </div>
</div>

<footer>
  <span id="status" role="status" aria-label="Film"></span>
  <span id="messages" role="status" aria-label="Messages"></span>
</footer>

<dialog id="render-dialog" aria-label="Render">
  <form method="dialog">
    <h2>Render</h2>
    <label>File name <input id="file-name" aria-label="File name" autocomplete="off" spellcheck="false"></label>
    <p class="quiet">It is written beside the plan, from the cuts as they are now. Editing can go on meanwhile.</p>
    <label class="check"><input id="replace" type="checkbox"> Replace an existing file</label>
    <div id="progress" hidden><div role="progressbar" aria-label="Rendering" aria-valuemin="0" aria-valuemax="100"><i></i></div><span id="eta"></span></div>
    <p id="rendered" hidden></p>
    <p id="render-error"></p>
    <div class="buttons">
      <button id="start" type="button" class="primary">Start rendering</button>
      <button id="cancel" type="button" hidden>Cancel rendering</button>
      <button>Close</button>
    </div>
  </form>
</dialog>

<dialog id="restore-dialog" aria-label="Restore">
  <form method="dialog">
    <h2>Restore?</h2>
    <p>This film has cuts that were not saved last time.</p>
    <div class="buttons">
      <button id="restore" class="primary">Restore</button>
      <button id="discard">Discard</button>
    </div>
  </form>
</dialog>

<dialog id="help-dialog" aria-label="Keyboard shortcuts">
  <form method="dialog">
    <h2>Keyboard shortcuts</h2>
    <dl id="keys"></dl>
    <label class="check"><input id="single-keys" type="checkbox" checked> Single-key shortcuts</label>
    <div class="buttons"><button autofocus>Close</button></div>
  </form>
</dialog>
</body>
</html>

"""##

    private static let panelJS: StaticString = ##"""
// Everything beside the picture: what to show, the selected switch, the list of shots, and the dialogs.
import { $, isSameView, label, parameters, seconds } from "./studio.js";

const keys = [
  ["Space, K", "play, pause"], ["J, L", "backward, forward; again: twice as fast"],
  ["← →", "a frame; with Shift a second"], ["↑ ↓", "from switch to switch"], ["Home, End", "beginning, end"],
  ["1 … 9", "show this camera or view from here on"], ["Alt 1 … 9", "show it in this whole shot"],
  ["S", "switch to the next camera"], ["Delete", "delete the selected switch"],
  ["Enter", "on a switch: its fields"], ["← → on a switch", "move it by a frame; Shift: a second; Alt: to the next snap point"],
  ["← → ↑ ↓ + − on an inset", "move and resize it"], ["N", "snapping on, off"], ["+ − 0", "zoom in, out, whole film"], ["Ctrl Z", "undo; with Shift redo"],
  ["Ctrl S", "save the plan"], ["?", "these keys"], ["Escape", "nothing selected"],
];

const canceled = "The render was canceled; there is no film.";

export class Panel {
  #studio;
  /** The canvases that wait for pictures of the last request. */
  #canvases = [];
  #choicesID = 0;
  #timer = 0;
  /** What the galleries show. */
  #galleryKey = "";
  #lists;

  constructor(studio) {
    this.#studio = studio;
    this.#lists = {
      show: new Listbox($("views"), (show) => this.#changeView(show), (show) => this.#look({ show })),
      transition: new Listbox(
        $("transitions"), (transition) => this.#change({ transition }), (transition) => this.#look({ transition }),
        (item) => this.#move(item)),
    };
    $("delete").onclick = () => studio.remove();
    $("switch-time").onchange = () => {
      const time = seconds($("switch-time").value);
      if (Number.isNaN(time)) {
        studio.alert(`'${$("switch-time").value}' is not a time; write one such as 0:12.500.`);
        return this.showSwitch();
      }
      this.#change({ frame: Math.round(time * studio.rate) });
    };
    $("duration").onchange = () => {
      const duration = $("duration").valueAsNumber;
      if (duration >= 0 && duration <= 60) this.#change({ duration });
      else this.showSwitch();
    };
    $("align").onchange = () => this.#change({ align: $("align").value });
    $("parameters").onchange = () => {
      const name = this.#switch.transition.split(":")[0];
      const written = $("parameters").value.trim();
      this.#change({ transition: written ? `${name}:${written}` : name });
    };
    $("render").onclick = () => { if (studio.cut) this.#openRender(); };
    $("start").onclick = () => this.#startRender();
    $("cancel").onclick = () => studio.request("cancel");
    $("help").onclick = () => this.help();
    $("file-name").onkeydown = (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      if (!$("start").hidden) this.#startRender();
    };
    $("keys").replaceChildren(...keys.flatMap(([name, what]) => {
      const [term, words] = [document.createElement("dt"), document.createElement("dd")];
      [term.textContent, words.textContent] = [name, what];
      return [term, words];
    }));
    this.#listenToInset();
  }

  open() {
    const { choices, film } = this.#studio;
    $("show").replaceChildren(...choices.map((name, index) => {
      const button = document.createElement("button");
      button.ariaLabel = name;
      button.ariaPressed = "false";
      if (index < 9) button.setAttribute("aria-keyshortcuts", index + 1);
      const canvas = picture();
      const words = document.createElement("span");
      const key = document.createElement("kbd");
      key.textContent = index < 9 ? index + 1 : "";
      words.append(key, label(name));
      button.append(canvas, words);
      button.title = `Show ${name} from here on` + (index < 9 ? ` (${index + 1}); in the whole shot: Alt-${index + 1}` : "");
      button.addEventListener("mousedown", (event) => event.preventDefault());
      button.onclick = (event) => event.altKey ? this.#studio.showInShot(name) : this.#studio.add(name);
      return button;
    }));
    this.#lists.show.fill(choices.map((name) => ({ name })));
    this.#lists.transition.fill(film.transitionKinds);
    $("file-name").value = film.film;
  }

  get #switch() { return this.#studio.cut.switches[this.#studio.selected - 1]; }
  #change(change) { this.#studio.edit({ change: { switch: this.#studio.selected, ...change } }); }

  /** An inset that was placed by hand stays. */
  #changeView(show) {
    if (isSameView(show, this.#switch.show)) this.#studio.say(`${label(show)} is shown here already.`);
    else this.#change({ show });
  }

  // MARK: what the film is

  showCut() {
    this.showSwitch();
    this.#showShots();
    this.showPlayhead(true);
  }

  showPlayhead(isOtherShot) {
    const studio = this.#studio;
    if (!studio.cut) return;
    if (isOtherShot) {
      const shown = studio.shown();
      [...$("show").children].forEach((button, index) => {
        button.ariaPressed = String(isSameView(studio.choices[index], shown));
      });
      const shot = studio.shot();
      [...$("shots").children].forEach((row, index) => {
        if (index === shot) row.setAttribute("aria-current", "true");
        else row.removeAttribute("aria-current");
      });
      this.#showInset();
    }
    if (studio.player.isPlaying) this.#showThumbs();
    else this.#askSoon();
  }

  #showShots() {
    const { cut, count } = this.#studio;
    const shots = [{ frame: 0, show: cut.opening }, ...cut.switches];
    $("shots").closest("table").classList.toggle("unreasoned", !shots.some((shot) => shot.decision));
    $("shots").replaceChildren(...shots.map((shot, index) => {
      const row = document.createElement("tr");
      const end = shots[index + 1]?.frame ?? count;
      row.title = shot.show;
      const cells = [index + 1, this.#studio.time(shot.frame), this.#studio.time(end), label(shot.show), shot.decision ?? ""];
      row.append(...cells.map((words) => {
        const cell = document.createElement("td");
        cell.textContent = words;
        return cell;
      }));
      row.onclick = () => {
        this.#studio.goTo(shot.frame);
        this.#studio.select(index);
      };
      return row;
    }));
  }

  showSwitch() {
    const one = this.#switch;
    $("switch").hidden = !one;
    if (!one) return;
    const [kind] = one.transition.split(":");
    $("switch-title").textContent = `Switch ${this.#studio.selected}: to ${label(one.show)}, ${kind === "none" ? "no transition" : kind}`;
    const set = (id, value) => { if (document.activeElement !== $(id) || !$(id).matches(":focus-visible")) $(id).value = value; };
    $("switch-time").value = this.#studio.time(one.frame);
    $("duration").value = Number(one.duration.toFixed(3));
    $("align").value = one.align;
    const [name, ...rest] = one.transition.split(":");
    set("parameters", rest.join(":"));
    $("reason").textContent = one.decision ?? "";
    this.#lists.show.select(one.show);
    this.#lists.transition.select(name);
    // What the footage did not allow is told where it is.
    const notes = this.#studio.cut.adjustments.filter((note) => this.#concerns(note, one));
    $("notes").replaceChildren(...notes.map((note) => {
      const item = document.createElement("li");
      item.textContent = note.message;
      return item;
    }));
    this.#askSoon();
  }

  #concerns(note, one) {
    const { rate } = this.#studio;
    const time = note.time ?? seconds(note.message.split(" ")[0]);
    const [first, last] = one.window ?? [one.frame, one.frame];
    return time * rate >= Math.min(first, one.frame) - 1 && time * rate <= Math.max(last, one.frame) + 1;
  }

  // MARK: live pictures of what could be chosen

  /** A frame before the middle of a switch's transition, where most look like themselves. */
  #middle(one) {
    const length = Math.max(one.duration, 0.2) * this.#studio.rate;
    const middle = one.frame + Math.round(length * { center: -0.12, start: 0.38, end: -0.62 }[one.align]);
    return Math.min(Math.max(0, middle), this.#studio.count - 1);
  }

  /** A frame that shows nothing but the view after a switch. */
  #after(one) {
    const index = this.#studio.selected;
    const end = this.#studio.cut.switches[index]?.frame ?? this.#studio.count;
    return Math.min(Math.max(one.window?.[1] ?? one.frame, one.frame), end - 1);
  }

  #look(change) {
    const one = this.#switch;
    const frame = change.show === undefined ? this.#middle(one) : this.#after(one);
    const edit = { version: this.#studio.cut.version, change: { switch: this.#studio.selected, ...change } };
    this.#studio.player.look(edit, frame);
  }

  #askSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), 150);
  }

  #ask() {
    const studio = this.#studio;
    if (studio.player.isPlaying || !studio.isOpen) return;
    const { version } = studio.cut;
    const canvases = [...$("show").querySelectorAll("canvas")];
    const choices = studio.choices.map((show) => ({ frame: studio.frame, show }));
    const one = this.#switch;
    const key = one ? `${version} ${studio.selected}` : "";
    if (one && key !== this.#galleryKey) {
      const add = (list, field, frame) => {
        for (const { name, canvas } of list.items) {
          canvases.push(canvas);
          choices.push({ frame, edit: { version, change: { switch: studio.selected, [field]: name } } });
        }
      };
      add(this.#lists.show, "show", this.#after(one));
      add(this.#lists.transition, "transition", this.#middle(one));
    }
    this.#askedKey = key;
    this.#canvases = canvases;
    this.#choicesID = studio.request("choices", { choices });
  }
  #askedKey = "";

  /** A transition that is pointed at moves. Pictures of it come while it is shown. */
  #move(item) {
    clearInterval(this.#moving?.timer);
    const one = this.#switch;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches || item?.name === "none";
    if (!item || !one || isStill || this.#studio.player.isPlaying) {
      if (this.#moving) this.#askSoon();
      this.#moving = null;
      this.#galleryKey = "";
      return;
    }
    const { rate, cut, selected, count } = this.#studio;
    const length = Math.max(one.duration, 0.3) * rate;
    const start = one.frame + length * { center: -0.5, start: 0, end: -1 }[one.align];
    const choices = Array.from({ length: 10 }, (_, step) => ({
      frame: Math.min(Math.max(0, Math.round(start - 1 + ((length + 2) * step) / 9)), count - 1),
      edit: { version: cut.version, change: { switch: selected, transition: item.name } },
    }));
    const pictures = [];
    let shown = 0;
    const timer = setInterval(() => {
      if (!pictures.length) return;
      // It stands still for a moment at both ends.
      const place = Math.min(Math.max(0, (shown++ % 16) - 3), choices.length - 1);
      const picture = pictures[Math.min(place, pictures.length - 1)];
      if (picture) draw(item.canvas, picture, 0, 0, picture.width, picture.height);
    }, 80);
    this.#moving = { timer, pictures, id: this.#studio.request("choices", { choices }) };
  }
  #moving = null;

  async receive(message) {
    if (message.id === this.#moving?.id) {
      const { pictures } = this.#moving;
      pictures[message.item] = await createImageBitmap(new Blob([message.data.slice(16)], { type: "image/jpeg" }));
      return;
    }
    if (message.id !== this.#choicesID) return;
    const canvas = this.#canvases[message.item];
    if (message.item === this.#canvases.length - 1) this.#galleryKey = this.#askedKey;
    const bitmap = await createImageBitmap(new Blob([message.data.slice(16)], { type: "image/jpeg" }));
    if (canvas) draw(canvas, bitmap, 0, 0, bitmap.width, bitmap.height);
    bitmap.close();
  }

  /** While the film plays, the cameras' key frames of the filmstrips. */
  #showThumbs() {
    const { film, frame, rate } = this.#studio;
    const second = Math.floor(frame / rate);
    if (second === this.#thumbSecond) return;
    this.#thumbSecond = second;
    film.cameras.forEach((camera, index) => {
      const thumb = this.#studio.timeline.thumb(index, frame);
      const canvas = $("show").children[index].querySelector("canvas");
      if (thumb) draw(canvas, thumb.picture, thumb.place * camera.thumbWidth, 0, camera.thumbWidth, thumb.picture.height);
    });
  }
  #thumbSecond = -1;

  // MARK: the inset

  #insetPlace() {
    const { cut } = this.#studio;
    const shot = this.#studio.shot();
    return shot ? cut.switches[shot - 1].inset : cut.inset;
  }

  #showInset() {
    const place = this.#insetPlace();
    $("inset").hidden = !place;
    if (place && !$("inset").classList.contains("held")) this.#placeInset(place);
  }

  #placeInset([x, y, width, height]) {
    Object.assign($("inset").style, {
      left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` });
  }

  #listenToInset() {
    const inset = $("inset");
    inset.addEventListener("pointerdown", (event) => {
      const studio = this.#studio;
      const place = this.#insetPlace();
      if (event.button !== 0 || !place) return;
      event.preventDefault();
      studio.player.pause();
      inset.setPointerCapture(event.pointerId);
      inset.classList.add("held");
      const isSize = event.target !== inset;
      const frame = inset.parentElement.getBoundingClientRect();
      const group = `inset-${event.timeStamp}`;
      const move = (moved) => {
        const [dx, dy] = [(moved.clientX - event.clientX) / frame.width, (moved.clientY - event.clientY) / frame.height];
        const [x, y, width, height] = place;
        const scale = Math.min(Math.max((width + dx) / width, 0.05 / width), (1 - x) / width, (1 - y) / height);
        const next = isSize ? [x, y, width * scale, height * scale]
          : [Math.min(Math.max(0, x + dx), 1 - width), Math.min(Math.max(0, y + dy), 1 - height), width, height];
        this.#placeInset(next);
        this.#moveInset(next, isSize ? scale : null, group);
      };
      inset.addEventListener("pointermove", move);
      inset.addEventListener("lostpointercapture", () => {
        inset.classList.remove("held");
        inset.removeEventListener("pointermove", move);
        this.#showInset();
      }, { once: true });
      this.#insetSize = Number(parameters(studio.shown()).size ?? 0.25);
    });
    inset.addEventListener("keydown", (event) => {
      const place = this.#insetPlace();
      const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
      const scale = { "+": 1.05, "=": 1.05, "-": 1 / 1.05 }[event.key];
      if (!place || !(dx || dy || scale) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      if (!event.repeat) this.#insetGroup = `inset-${event.timeStamp}`;
      const [x, y, width, height] = place;
      const step = event.shiftKey ? 0.05 : 0.01;
      const inside = (start, length) => Math.min(Math.max(0, start), 1 - length);
      this.#insetSize = Number(parameters(this.#studio.shown()).size ?? 0.25);
      this.#moveInset([inside(x + dx * step, width), inside(y + dy * step, height), width, height], scale ?? null, this.#insetGroup);
    });
  }
  #insetGroup = "";

  #moveInset(place, scale, group) {
    const studio = this.#studio;
    const show = this.#withInset(studio.shown(), place, scale);
    const shot = studio.shot();
    studio.edit({ group, ...(shot ? { change: { switch: shot, show } } : { shot: { frame: 0, show } }) });
  }
  #insetSize = 0.25;

  /** The recipe of a view with its inset elsewhere. */
  #withInset(view, [x, y, width, height], scale) {
    const recipe = parameters(view);
    delete recipe.corner;
    recipe.x = (x + width / 2).toFixed(4);
    recipe.y = (y + height / 2).toFixed(4);
    if (scale) recipe.size = Math.min(1, Math.max(0.05, this.#insetSize * scale)).toFixed(4);
    return "pip:" + Object.entries(recipe).map(([name, value]) => `${name}=${value}`).join(",");
  }

  // MARK: rendering

  #isRendering = false;

  #openRender() {
    $("rendered").hidden = true;
    this.#showError("");
    if (!$("render-dialog").open) $("render-dialog").showModal();
  }

  #startRender() {
    $("rendered").hidden = true;
    this.#showError("");
    const output = $("file-name").value.trim();
    this.#renderID = this.#studio.request("render", { output, overwrite: $("replace").checked });
  }
  #renderID = 0;

  renders(line) {
    if (line.event === "start") this.#show({ isRendering: true, work: 0 });
    if (line.event === "progress") {
      this.#show({ isRendering: true, work: line.work });
      $("eta").textContent = line.eta ? `about ${Math.ceil(line.eta)} s more` : "";
    }
    if (line.event === "done") {
      const megabytes = (line.bytes / 1e6).toFixed(1);
      const name = line.output.split("/").pop();
      this.#studio.say(`Rendered ${name}: ${megabytes} MB, ${Math.round(line.copiedShare * 100)} % copied`);
      $("eta").textContent = "";
      $("rendered").hidden = false;
      $("rendered").textContent = `${name} is ready: ${line.output}, ${megabytes} MB.`;
    }
    if (line.event === "canceled") this.#studio.say(canceled);
    if (line.event === "rendered") this.#show({ isRendering: false });
  }

  /** @returns whether an error is about rendering. */
  fails(line) {
    if (line.kind === "interrupted" && this.#isRendering) {
      this.#studio.say(canceled);
      return true;
    }
    if (line.id !== this.#renderID && !(line.id === undefined && this.#isRendering)) return false;
    if ($("render-dialog").open) this.#showError(line.message);
    else this.#studio.alert(line.message);
    return true;
  }

  #showError(message) {
    if (message) $("render-error").role = "alert";
    else $("render-error").removeAttribute("role");
    $("render-error").textContent = message;
  }

  #show({ isRendering, work = 0 }) {
    this.#isRendering = isRendering;
    $("progress").hidden = !isRendering;
    $("start").hidden = isRendering;
    $("cancel").hidden = !isRendering;
    const bar = $("progress").querySelector("[role=progressbar]");
    bar.ariaValueNow = Math.round(work * 100);
    bar.querySelector("i").style.width = `${work * 100}%`;
    $("render").textContent = isRendering ? `Render ${Math.round(work * 100)} %` : "Render";
    $("render").ariaLabel = "Render";
  }

  help() { if (!$("help-dialog").open) $("help-dialog").showModal(); }
}

function picture() {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [0, 0];
  canvas.setAttribute("aria-hidden", "true");
  return canvas;
}

function draw(canvas, bitmap, x, y, width, height) {
  const scale = Math.min(1, 240 / width);
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  canvas.getContext("2d").drawImage(bitmap, x, y, width, height, 0, 0, w, h);
}

/** Pictures to choose from: arrows only look, Enter or a click chooses (ARIA's listbox). */
class Listbox {
  items = [];
  #list;
  #choose;
  #look;
  #point;
  #active = 0;
  #selected = "";

  /** `point` is told which item is pointed at, or none. */
  constructor(list, choose, look, point = () => {}) {
    [this.#list, this.#choose, this.#look, this.#point] = [list, choose, look, point];
    list.addEventListener("pointerleave", () => point(null));
    list.addEventListener("keydown", (event) => this.#press(event));
    list.addEventListener("focus", () => this.#show());
    list.addEventListener("blur", () => { if (window.studio.cut) window.studio.player.look(); });
  }

  fill(entries) {
    this.items = entries.map(({ name, summary }, index) => {
      const option = document.createElement("div");
      option.role = "option";
      option.id = `${this.#list.id}-${index}`;
      option.ariaLabel = name;
      option.title = summary ?? name;
      const canvas = picture();
      const words = document.createElement("span");
      words.textContent = label(name);
      option.append(canvas, words);
      option.onclick = () => this.#take(index);
      option.onpointerenter = () => this.#point(this.items[index]);
      return { name, option, canvas };
    });
    this.#list.replaceChildren(...this.items.map((item) => item.option));
  }

  /** Selects an option by its name; a recipe with other parameters is its view's. */
  select(name) {
    const index = this.items.findIndex((item) => isSameView(item.name, name));
    const isOther = name !== this.#selected;
    this.#selected = name;
    this.items.forEach((item, place) => { item.option.ariaSelected = String(place === index); });
    if (index >= 0 && (isOther || document.activeElement !== this.#list)) this.#active = index;
    this.#show();
  }

  #show() {
    this.items.forEach((item, index) => item.option.classList.toggle("active", index === this.#active));
    const active = this.items[this.#active];
    if (active) this.#list.setAttribute("aria-activedescendant", active.option.id);
  }

  #take(index) {
    this.#active = index;
    this.#show();
    this.#choose(this.items[index].name);
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.items.length - 1;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" || event.key === " ") this.#take(this.#active);
    else if (event.key === "Escape") this.#list.blur();
    else if (step || event.key === "Home" || event.key === "End" || /^[a-z]$/i.test(event.key)) {
      const isAfter = (index) => this.items[index % this.items.length].name.startsWith(event.key.toLowerCase());
      if (step) this.#active = Math.min(Math.max(0, this.#active + step), last);
      else if (event.key === "Home") this.#active = 0;
      else if (event.key === "End") this.#active = last;
      else {
        const order = this.items.map((_, index) => (this.#active + 1 + index) % this.items.length);
        const found = order.find(isAfter);
        if (found === undefined) return;
        this.#active = found;
      }
      this.#show();
      this.items[this.#active].option.scrollIntoView({ block: "nearest" });
      this.#look(this.items[this.#active].name);
    } else return;
    event.preventDefault();
  }
}

"""##

    private static let playerJS: StaticString = ##"""
// Pictures and sound. The program draws every picture; the clock of the sound decides which one is shown.
import { $ } from "./studio.js";

const sampleRate = 48000;

export class Player {
  isPlaying = false;
  speed = 1;
  /** Pictures that were due and shown, for tests. */
  counts = { due: 0, shown: 0 };
  #studio;
  #canvas = $("preview");
  #context = this.#canvas.getContext("2d");
  #audio = null;
  #lookID = 0;
  #epoch = 0;
  #start = 0;
  /** Decoded pictures by frame, of this playback. */
  #pictures = new Map();
  /** Scheduled pieces of sound by their first sample. */
  #sounds = new Map();
  #levels = [];
  /** The clock: a time of the page's clock, or of the sound's, at which the first frame is due. */
  #begin = null;
  #soundBegin = null;
  #soundTime = { at: 0, since: 0 };
  #drawn = -1;
  #told = 0;
  #timer = 0;
  #wanted = null;

  constructor(studio) {
    this.#studio = studio;
  }

  open() {
    const { film } = this.#studio;
    const scale = Math.min(1, 1280 / Math.max(film.width, film.height));
    this.#canvas.width = Math.round(film.width * scale);
    this.#canvas.height = Math.round(film.height * scale);
  }

  /** Asks for the picture at the playhead, or of an edit that is not made; once per picture of the screen. */
  look(edit, frame = this.#studio.frame) {
    const isNew = !this.#wanted;
    this.#wanted = { frame, edit };
    if (!isNew) return;
    requestAnimationFrame(() => {
      const { frame, edit } = this.#wanted;
      this.#wanted = null;
      if (this.isPlaying) return;
      this.#lookID = this.#studio.request("look", edit ? { frame, edit } : { frame });
      clearTimeout(this.#rest);
      if (!edit) this.#rest = setTimeout(() => this.#sharpen(frame), 400);
    });
  }
  #rest = 0;

  /** Whoever rests at a frame gets it larger, if it is shown larger. */
  #sharpen(frame) {
    const isLarge = this.#canvas.clientWidth * devicePixelRatio > 720 || this.#canvas.clientHeight * devicePixelRatio > 720;
    if (this.isPlaying || !isLarge || frame !== this.#studio.frame) return;
    this.#lookID = this.#studio.request("look", { frame, sharp: true });
  }

  receive(message) {
    if (message.kind === 2) {
      if (this.isPlaying && message.id === this.#epoch) this.#hear(message);
      return;
    }
    if (this.isPlaying ? message.id !== this.#epoch : message.id !== this.#lookID) return;
    const jpeg = new Blob([message.data.slice(16)], { type: "image/jpeg" });
    const arrived = ++this.arrived;
    createImageBitmap(jpeg).then((picture) => {
      if (!this.isPlaying) {
        // Decoding may overtake: what came later stays.
        if (message.id === this.#lookID && arrived >= (this.drawnArrival ?? 0)) {
          this.drawnArrival = arrived;
          this.#draw(picture);
        }
      } else if (message.id === this.#epoch) {
        this.#pictures.get(message.place)?.close();
        this.#pictures.set(message.place, picture);
      }
    });
  }
  arrived = 0;

  #draw(picture) {
    this.#context.drawImage(picture, 0, 0, this.#canvas.width, this.#canvas.height);
    picture.close();
    this.#canvas.dataset.pictures = Number(this.#canvas.dataset.pictures ?? 0) + 1;
  }

  toggle() { this.isPlaying ? this.#stop() : this.play(1); }

  /** J and L: in one direction, each time twice as fast. */
  shuttle(direction) {
    const isFaster = this.isPlaying && Math.sign(this.speed) === direction;
    this.play(isFaster ? direction * Math.min(4, Math.abs(this.speed) * 2) : direction);
  }

  play(speed) {
    const studio = this.#studio;
    if (!studio.isOpen) return;
    const start = speed > 0 && studio.frame >= studio.count - 1 ? 0 : studio.frame;
    this.#silence();
    this.#audio ??= new AudioContext({ sampleRate, latencyHint: "interactive" });
    this.#audio.resume();
    clearTimeout(this.#rest);
    Object.assign(this, { isPlaying: true, speed });
    [this.#start, this.#begin, this.#soundBegin, this.#drawn, this.#told] = [start, null, null, -1, 0];
    this.#epoch = studio.request("play", { frame: start, speed });
    this.#requested = performance.now();
    this.#showState();
    clearInterval(this.#timer);
    // Animation frames stop in hidden pages; sound goes on.
    this.#timer = setInterval(() => this.#tell(), 100);
    requestAnimationFrame(() => this.#tick());
  }
  #requested = 0;

  #stop() {
    this.pause();
    this.#studio.goTo(this.#studio.frame);
  }

  pause() {
    if (!this.isPlaying) return;
    this.#studio.request("pause");
    this.#end();
  }

  /** Another page plays now. */
  lose() {
    this.#end();
    this.#studio.say("Another page plays the film.");
    this.look();
  }

  #end() {
    this.isPlaying = false;
    clearInterval(this.#timer);
    this.#silence();
    this.#showState();
    this.#level(0, 0);
  }

  #silence() {
    for (const piece of this.#sounds.values()) piece.node.stop();
    this.#sounds.clear();
    this.#levels = [];
    for (const picture of this.#pictures.values()) picture.close();
    this.#pictures.clear();
  }

  #showState() {
    const name = this.isPlaying ? "Pause" : "Play";
    if ($("play").ariaLabel !== name) $("play").ariaLabel = name;
    $("play").title = `${name} (Space)`;
    $("speed").textContent = this.isPlaying ? `${this.speed}×` : "";
  }

  /** Puts a piece of sound in its place; one that is sent again, because of an edit, replaces the one before. */
  #hear({ place, data }) {
    const samples = new Int16Array(data, 16);
    const count = samples.length / 2;
    const buffer = this.#audio.createBuffer(2, count, sampleRate);
    for (let channel = 0; channel < 2; channel++) {
      const values = buffer.getChannelData(channel);
      for (let i = 0; i < count; i++) values[i] = samples[channel * count + i] / 32768;
    }
    if (this.#begin === null && this.#soundBegin === null) {
      // A little later than now, so that the first piece is whole.
      const first = Math.round((this.#start / this.#studio.rate) * sampleRate);
      if (place !== first) return;
      this.#soundBegin = this.#audio.currentTime + 0.08;
      this.#soundTime = { at: this.#audio.currentTime, since: performance.now() };
    }
    if (this.#soundBegin === null) return;
    const offset = place / sampleRate - this.#start / this.#studio.rate;
    const node = new AudioBufferSourceNode(this.#audio, { buffer });
    node.connect(this.#audio.destination);
    const [due, now] = [this.#soundBegin + offset, this.#audio.currentTime];
    if (due >= now) node.start(due);
    else if (now - due < buffer.duration) node.start(now, now - due);
    this.#sounds.get(place)?.node.stop();
    this.#sounds.set(place, { node, end: due + buffer.duration });
    for (const [key, piece] of this.#sounds) if (piece.end < now) this.#sounds.delete(key);
    this.#measure(buffer, due);
  }

  /** Peaks of 20 ms each, for the meter. */
  #measure(buffer, due) {
    const [left, right] = [buffer.getChannelData(0), buffer.getChannelData(1)];
    for (let i = 0; i < left.length; i += 960) {
      let [l, r] = [0, 0];
      for (let k = i; k < Math.min(i + 960, left.length); k++) {
        l = Math.max(l, Math.abs(left[k]));
        r = Math.max(r, Math.abs(right[k]));
      }
      this.#levels.push({ due: due + i / sampleRate, l, r });
    }
  }

  #level(l, r) {
    const bars = $("meter").querySelectorAll("i");
    [l, r].forEach((peak, index) => {
      const decibels = 20 * Math.log10(Math.max(peak, 1e-4));
      bars[index].style.transform = `scaleY(${Math.min(1, Math.max(0, -decibels / 60))})`;
    });
  }

  /** Seconds since the first frame was due; null before. */
  #elapsed() {
    const now = performance.now();
    if (this.#soundBegin !== null) {
      const time = this.#audio.currentTime;
      if (time !== this.#soundTime.at) this.#soundTime = { at: time, since: now };
      // No device, or sound that the browser holds back: the page's own clock goes on from there.
      if (now - this.#soundTime.since < 500) return Math.max(0, time - this.#soundBegin - (this.#audio.outputLatency || 0));
      this.#begin = now - Math.max(0, time - this.#soundBegin) * 1000;
      this.#soundBegin = null;
      this.#studio.say("Sound does not play here; pictures go on without it.");
    }
    if (this.#begin === null) {
      const isFirstHere = this.#pictures.has(this.#start + this.speed) || this.#pictures.has(this.#start);
      if (this.speed === 1 ? now - this.#requested < 1500 : !isFirstHere) return null;
      this.#begin = now;
    }
    return (now - this.#begin) / 1000;
  }

  #due() {
    const elapsed = this.#elapsed();
    return elapsed === null ? null : this.#start + Math.floor(elapsed * this.#studio.rate + 1e-6) * this.speed;
  }

  #tick() {
    if (!this.isPlaying) return;
    const due = this.#due();
    if (due !== null) {
      const isForward = this.speed > 0;
      // The newest picture that is due.
      let best = null;
      for (const frame of this.#pictures.keys()) {
        if ((isForward ? frame <= due : frame >= due) && (best === null || (isForward ? frame > best : frame < best))) {
          best = frame;
        }
      }
      if (best !== null && best !== this.#drawn) {
        this.#draw(this.#pictures.get(best));
        this.#pictures.delete(best);
        this.#drawn = best;
        this.counts.shown++;
      }
      if (best !== null) {
        for (const [frame, picture] of this.#pictures) {
          if (isForward ? frame < best : frame > best) {
            picture.close();
            this.#pictures.delete(frame);
          }
        }
      }
      this.counts.due = Math.abs(due - this.#start) / Math.abs(this.speed) + 1;
      this.counts.behind = Math.abs(due - this.#drawn);
      const end = isForward ? this.#studio.count - 1 : 0;
      this.#studio.goTo(Math.min(Math.max(due, 0), this.#studio.count - 1), { isPlaying: true });
      if (isForward ? due >= end : due <= end) return this.#stop();
      this.#showLevel();
    }
    requestAnimationFrame(() => this.#tick());
  }

  #showLevel() {
    if (this.#soundBegin === null) return;
    const now = this.#audio.currentTime;
    let level = null;
    while (this.#levels.length && this.#levels[0].due <= now) level = this.#levels.shift();
    if (level) this.#level(level.l, level.r);
  }

  #tell() {
    const due = this.#due();
    if (due === null || due === this.#told) return;
    this.#told = due;
    this.#studio.request("shown", { frame: due });
    if (document.hidden) this.#studio.goTo(due, { isPlaying: true });
  }
}

"""##

    private static let studioCSS: StaticString = ##"""
/* Dark for rooms where films are cut; light where the system asks for it. */
:root {
  --back: #131417; --panel: #1c1e23; --line: #2e3138; --field: #262930; --hover: #32363f;
  --text: #eceef2; --quiet: #a3a9b5; --accent: #5aa9ff; --on-accent: #08131f; --bad: #ff8e8e;
  --playhead: #ff5d5d; --copied: #58c48a; --encoded: #d9a13f; --label: 92px;
  font: 14px/1.4 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  color-scheme: dark;
}
@media (prefers-color-scheme: light) {
  :root {
    --back: #f1f2f4; --panel: #fff; --line: #d3d7de; --field: #eceef2; --hover: #dfe3ea;
    --text: #17191d; --quiet: #59606c; --accent: #0b63ce; --on-accent: #fff; --bad: #b3141e;
    --playhead: #d3212c; --copied: #1d8a52; --encoded: #9a6400; color-scheme: light;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0; min-height: 100vh; display: grid; background: var(--back); color: var(--text);
  grid-template-rows: auto auto minmax(300px, 1fr) auto auto auto; height: 100vh;
}
:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }

header { display: flex; align-items: center; gap: 16px; padding: 8px 14px; border-bottom: 1px solid var(--line); }
h1 { font-size: 15px; font-weight: 600; margin: 0; letter-spacing: .01em; }
#plan { flex: 1; color: var(--quiet); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
h2 { font-size: 14px; margin: 0; }
h3 { font-size: 12px; font-weight: 600; color: var(--quiet); margin: 10px 0 4px; }
.actions, .transport, .buttons, .row, .zoom { display: flex; align-items: center; gap: 6px; }
.row { justify-content: space-between; }
.space { flex: 1; }
button, input, select {
  font: inherit; color: inherit; background: var(--field); border: 1px solid transparent; border-radius: 6px;
  padding: 4px 11px; min-height: 30px; min-width: 30px;
}
button { cursor: default; white-space: nowrap; }
button:hover:enabled { background: var(--hover); }
button:disabled { opacity: .45; }
button.primary { background: var(--accent); color: var(--on-accent); font-weight: 600; }
button.primary:hover:enabled { filter: brightness(1.1); background: var(--accent); }
button.round { border-radius: 50%; padding: 0; width: 30px; }
button[aria-pressed=true] { border-color: var(--accent); }
input, select { border-color: var(--line); cursor: auto; }
svg { width: 16px; height: 16px; display: block; fill: currentColor; }
.transport button:has(svg) { padding: 0 8px; }
#play { min-width: 46px; display: grid; place-items: center; }
#play .pause, #play[aria-label=Pause] .play { display: none; }
#play[aria-label=Pause] .pause { display: inline; }

#alert { background: color-mix(in srgb, var(--bad) 18%, var(--panel)); color: var(--text); }
#alert:not(:empty) { padding: 8px 14px; border-bottom: 1px solid var(--bad); display: flex; gap: 12px; justify-content: space-between; align-items: center; }

main { display: grid; grid-template-columns: minmax(380px, 1.4fr) 122px minmax(330px, 1fr); min-height: 0; }
.stage { display: flex; flex-direction: column; min-height: 0; min-width: 0; padding: 12px; gap: 10px; }
.screen { flex: 1; min-height: 0; display: flex; justify-content: center; align-items: center; gap: 8px; container-type: size; }
.picture { position: relative; background: #000; border-radius: 4px; overflow: hidden; aspect-ratio: var(--aspect, 16 / 9);
  width: min(100cqw - 26px, 100cqh * var(--ratio, 1.7778)); }
#preview { width: 100%; height: 100%; display: block; }
#opening { position: absolute; inset: 0; margin: 0; display: grid; place-items: center; color: #c3c8d2; text-align: center; padding: 20px; }
#guides { position: absolute; inset: 0; pointer-events: none; --g: #fff9;
  background:
    linear-gradient(90deg, transparent calc(33.33% - .5px), var(--g) 0 calc(33.33% + .5px), transparent 0 calc(66.67% - .5px), var(--g) 0 calc(66.67% + .5px), transparent 0),
    linear-gradient(transparent calc(33.33% - .5px), var(--g) 0 calc(33.33% + .5px), transparent 0 calc(66.67% - .5px), var(--g) 0 calc(66.67% + .5px), transparent 0); }
#guides::after { content: ""; position: absolute; left: calc(50% - 10px); top: calc(50% - 10px); width: 20px; height: 20px;
  background: linear-gradient(90deg, transparent 9.5px, #fff 0 10.5px, transparent 0), linear-gradient(transparent 9.5px, #fff 0 10.5px, transparent 0); }
#inset { position: absolute; border: 1px dashed #fffc; border-radius: 4px; cursor: move; opacity: 0; touch-action: none; }
.picture:hover #inset, #inset.held, #inset:focus-visible { opacity: 1; }
#inset span { position: absolute; right: -1px; bottom: -1px; width: 24px; height: 24px; cursor: nwse-resize;
  background: linear-gradient(135deg, transparent 60%, #fff 60%); }
#meter { width: 18px; height: min(100%, 300px); display: flex; gap: 3px; }
#meter span { flex: 1; background: linear-gradient(0deg, var(--copied) 62%, var(--encoded) 82%, var(--bad)); border-radius: 3px; overflow: hidden; position: relative; }
#meter i { position: absolute; inset: 0; background: var(--field); transform-origin: top; }
#time { width: 104px; font-variant-numeric: tabular-nums; text-align: center; }
#speed { min-width: 2.4em; color: var(--quiet); font-variant-numeric: tabular-nums; }

#show { overflow-y: auto; padding: 12px 2px; display: flex; flex-direction: column; gap: 6px; }
#show button { padding: 4px; display: grid; gap: 3px; text-align: left; background: none; flex: none; }
#show button:hover { background: var(--hover); }
#show button[aria-pressed=true] { background: var(--field); border-color: var(--accent); }
#show canvas, .gallery canvas { aspect-ratio: var(--aspect, 16 / 9); background: #0008; border-radius: 3px; display: block; margin: 0 auto; max-width: 100%; }
#show canvas { height: min(72px, 108px / var(--ratio, 1.7778)); }
.gallery canvas { height: min(64px, 78px / var(--ratio, 1.7778)); }
#show span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#show kbd { margin-right: 6px; }
#show kbd { color: var(--quiet); }

aside { min-height: 0; display: flex; flex-direction: column; border-left: 1px solid var(--line); background: var(--panel); }
#switch { padding: 12px 14px; overflow-y: auto; flex: 1 1 auto; min-height: 0; border-bottom: 1px solid var(--line); }
.fields { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 8px; margin-top: 8px; }
.fields label { display: grid; gap: 2px; font-size: 12px; color: var(--quiet); min-width: 0; }
.fields input, .fields select { color: var(--text); font-size: 14px; width: 100%; }
.fields .wide { grid-column: 1 / -1; }
.gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(78px, 1fr)); gap: 6px; border-radius: 6px; }
.gallery [role=option] { padding: 4px; border: 1px solid transparent; border-radius: 6px; font-size: 12px; min-width: 0; }
.gallery span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.gallery [role=option]:hover { background: var(--hover); }
.gallery [aria-selected=true] { background: var(--field); border-color: var(--accent); }
.gallery:focus-visible .active { outline: 3px solid var(--accent); }
#reason { margin: 4px 0 0; color: var(--quiet); }
#reason:empty, #notes:empty { display: none; }
#notes { margin: 10px 0 0; padding: 0; list-style: none; color: var(--encoded); font-size: 13px; }
.shots { overflow-y: auto; min-height: 96px; flex: 1 1 35%; }
#switch:not([hidden]) + .shots { flex: 0 0 96px; }
table { border-collapse: collapse; width: 100%; font-size: 13px; font-variant-numeric: tabular-nums; }
th { position: sticky; top: 0; background: var(--panel); color: var(--quiet); font-weight: 600; }
th, td { text-align: left; padding: 4px 8px; border-bottom: 1px solid var(--line); vertical-align: top; }
th:first-child, td:first-child { padding-left: 14px; }
td { overflow-wrap: anywhere; }
.unreasoned :is(th, td):last-child { display: none; }
tbody tr:hover { background: var(--hover); }
tbody tr[aria-current] { background: var(--field); }

.zoom { padding: 4px 12px; border-top: 1px solid var(--line); background: var(--panel); }
.zoom button { min-height: 26px; padding: 1px 9px; }
.zoom .check { color: var(--quiet); font-size: 13px; min-height: 26px; }
.gap { width: 16px; }
#hint { color: var(--quiet); margin-left: 10px; }
#timeline { overflow: auto; background: var(--panel); max-height: 42vh; position: relative; overscroll-behavior-x: contain; }
#rows { position: relative; min-width: 100%; }
.line { position: relative; display: flex; }
.label { position: sticky; left: 0; z-index: 4; width: var(--label); flex: none; background: var(--panel); padding: 2px 8px 2px 14px;
  color: var(--quiet); font-size: 12px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; border-right: 1px solid var(--line); }
.view { position: sticky; left: var(--label); display: block; flex: none; }
#ruler { height: 24px; }
.strip { height: 44px; margin-top: 2px; }
.sound { height: 26px; }
.film { height: 40px; margin-top: 4px; }
#track, #spans, #graphics { position: absolute; left: var(--label); right: 0; top: 0; bottom: 0; margin: 0; padding: 0; }
.block { position: absolute; top: 3px; bottom: 3px; border-radius: 4px; padding: 8px 10px 0 19px; font-size: 12px; font-weight: 600; color: #0b0c0e;
  overflow: clip; white-space: nowrap; background: var(--color); }
.block span { position: sticky; left: calc(var(--label) + 19px); }
.wedge { position: absolute; top: 3px; bottom: 3px; background: repeating-linear-gradient(135deg, #0007 0 3px, transparent 3px 6px); pointer-events: none; }
#switches [role=slider] { position: absolute; top: 6px; width: 26px; height: 26px; margin-left: -13px; cursor: ew-resize; border-radius: 6px; z-index: 2; touch-action: none; }
#switches [role=slider]::after { content: ""; position: absolute; left: 7px; top: 7px; width: 12px; height: 12px; rotate: 45deg; background: #fff; border: 2px solid #17191d; border-radius: 2px; }
#switches [role=slider].selected::after { background: var(--accent); left: 5px; top: 5px; width: 16px; height: 16px; }
#switches.dense [role=slider] { width: 8px; margin-left: -4px; }
#switches.dense [role=slider]::after { left: 3px; top: 4px; width: 2px; height: 18px; rotate: 0deg; border: 0; background: #17191d; }
#switches.packed [role=slider]:not(.selected)::after { display: none; }
#switches.dense .selected::after { background: #fff; }
.lane { height: 16px; margin: 2px 0 4px; }
.lane .label { padding-top: 0; padding-bottom: 0; font-size: 11px; }
#spans, #graphics { list-style: none; }
#graphics li { background: #8884; font-size: 10px; line-height: 12px; padding: 0 3px; white-space: nowrap; text-overflow: ellipsis; box-sizing: border-box; }
#spans li, #graphics li { position: absolute; top: 2px; bottom: 2px; border-radius: 2px; overflow: hidden; }
#spans .copied { background: var(--copied); }
#spans .encoded { background: repeating-linear-gradient(135deg, var(--encoded) 0 3px, transparent 3px 6px); box-shadow: inset 0 0 0 1px var(--encoded); }
#spans span { position: absolute; opacity: 0; }
#playhead { position: absolute; top: 0; bottom: 0; width: 26px; margin-left: -13px; z-index: 3; pointer-events: none; }
#playhead::before { content: ""; position: absolute; left: 12px; top: 0; bottom: 0; width: 2px; background: var(--playhead); }
#playhead::after { content: ""; position: absolute; left: 6px; top: 0; border: 7px solid transparent; border-top: 10px solid var(--playhead); border-bottom: 0; }
#playhead:focus-visible { outline-offset: -3px; }

footer { display: flex; justify-content: space-between; gap: 20px; padding: 5px 14px; border-top: 1px solid var(--line); color: var(--quiet); font-variant-numeric: tabular-nums; min-height: 30px; }
#messages { color: var(--text); }

dialog { background: var(--panel); color: var(--text); border: 1px solid var(--line); border-radius: 10px; padding: 18px 20px; width: min(460px, 92vw); box-shadow: 0 18px 60px #0009; }
dialog::backdrop { background: #0008; }
dialog form { display: grid; gap: 12px; }
dialog label:not(.check) { display: grid; gap: 4px; color: var(--quiet); }
dialog label:not(.check) input { color: var(--text); }
.check { display: flex; gap: 8px; align-items: center; }
.check input { min-height: 24px; width: 18px; min-width: 24px; margin: 0; accent-color: var(--accent); }
.quiet { color: var(--quiet); margin: 0; font-size: 13px; }
.buttons { justify-content: flex-end; }
#rendered { margin: 0; }
#render-error { color: var(--bad); margin: 0; }
#render-error:empty { display: none; }
[role=progressbar] { height: 10px; border-radius: 5px; background: var(--field); overflow: hidden; }
[role=progressbar] i { display: block; height: 100%; width: 0; background: var(--accent); }
#eta { color: var(--quiet); font-size: 13px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0; max-height: 55vh; overflow: auto; }
dt { font-weight: 600; white-space: nowrap; } dd { margin: 0; color: var(--quiet); }

@media (max-width: 940px) {
  body { height: auto; }
  main { grid-template-columns: 1fr 132px; }
  .screen { min-height: 260px; }
  aside { grid-column: 1 / -1; border-left: 0; border-top: 1px solid var(--line); }
  .transport, .actions { flex-wrap: wrap; }
}
@media (prefers-reduced-motion: no-preference) { button { transition: background .12s; } }

"""##

    private static let studioJS: StaticString = ##"""
// The page: what it knows of the film, what it asks for, and the keys. The program keeps the cuts; the page only shows
// them.
import { Player } from "./player.js";
import { Timeline } from "./timeline.js";
import { Panel } from "./panel.js";

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

/** A view as people call it: "pip on front". */
export function label(view) {
  const { main } = parameters(view);
  return view.split(":")[0] + (main ? ` on ${main}` : "");
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

class Studio {
  film = null;
  cut = null;
  spans = null;
  /** Where the playhead is. */
  frame = 0;
  /** The switch whose fields are shown, by its number from 1. */
  selected = 0;
  /** What switches snap to: key frames of each camera, beginnings of speech, beats. */
  marks = { keyFrames: [], speech: [[]], beats: [[]] };
  isOpen = false;
  #socket;
  #wasOpen = false;
  #lastID = 0;
  #waiting = new Map();
  /** An edit that is not answered yet, and the newest one that waits for it. */
  #isEditing = false;
  #nextEdit = null;

  constructor() {
    this.player = new Player(this);
    this.timeline = new Timeline(this);
    this.panel = new Panel(this);
    this.#socket = new WebSocket(new URL("live", location.href.replace(/^http/, "ws")));
    this.#socket.binaryType = "arraybuffer";
    this.#socket.onmessage = (message) =>
      typeof message.data === "string" ? this.#heard(JSON.parse(message.data)) : this.#seen(message.data);
    this.#socket.onclose = () => this.#end();
    this.#socket.onopen = () => { this.#wasOpen = true; };
    this.#listen();
  }

  get rate() { return this.film.rate; }
  get count() { return this.film.frameCount; }
  /** The number of the switch that the shot at a frame begins with; 0 for the opening. */
  shot(frame = this.frame) { return this.cut.switches.findLastIndex((one) => one.frame <= frame) + 1; }
  shown(frame = this.frame) { return this.#viewOf(this.shot(frame)); }
  #viewOf(number) { return number ? this.cut.switches[number - 1].show : this.cut.opening; }
  time(frame) { return clock(frame / this.rate); }
  /** What keys 1 to 9 show. */
  get choices() { return [...this.film.cameras.map((camera) => camera.name), ...this.film.views]; }

  request(request, fields = {}, answered) {
    const id = ++this.#lastID;
    if (answered) this.#waiting.set(id, answered);
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ id, request, ...fields }));
    return id;
  }

  // MARK: what the program says

  #heard(line) {
    const answered = this.#waiting.get(line.id);
    this.#waiting.delete(line.id);
    switch (line.event) {
      case "film": this.#open(line); break;
      case "cut": this.#show(line); break;
      case "spans":
        if (!this.cut || line.version !== this.cut.version) break;
        // Packets have been read: it is known where the key frames are.
        if (!this.marks.keyFrames.length) this.request("marks", { kind: "keyFrames" });
        this.spans = line;
        this.timeline.showSpans();
        this.#tellStatus();
        break;
      case "hearing": $("opening").textContent = `Listening to ${line.path}: ${Math.round(line.work * 100)} %`; break;
      case "marks":
        this.marks[line.kind] = line.frames;
        if (line.kind !== "keyFrames") this.timeline.showMarks(line.kind);
        break;
      case "paused": if (line.id === undefined) this.player.lose(); break;
      case "saved": this.say(`Saved ${line.plan}`); break;
      case "start": case "progress": case "done": case "canceled": case "rendered": this.panel.renders(line); break;
      case "error":
        if (this.panel.fails(line)) break;
        this.#isEditing = false;
        if (line.id === undefined || !answered) this.alert(line.message);
        break;
    }
    if (answered) answered(line);
  }

  #open(film) {
    this.film = film;
    this.isOpen = true;
    $("opening").hidden = true;
    document.documentElement.style.setProperty("--aspect", `${film.width} / ${film.height}`);
    document.documentElement.style.setProperty("--ratio", film.width / film.height);
    document.title = `${film.plan} – compose studio`;
    $("meter").hidden = !film.heard.length && !film.sounds.length;
    this.player.open();
    this.timeline.open();
    this.panel.open();
    $("plan").textContent = film.plan;
    if (film.restore) $("restore-dialog").showModal();
    if (film.message) this.say(film.message);
  }

  #show(cut) {
    const isFirst = !this.cut;
    if (this.cut && cut.version !== this.cut.version) {
      this.spans = null;
      this.#dismiss();
      this.#tellJoined(cut);
    }
    this.cut = cut;
    this.selected = Math.min(this.selected, cut.switches.length);
    this.#isEditing = false;
    for (const [id, name, word] of [["undo", cut.undo, "Undo"], ["redo", cut.redo, "Redo"]]) {
      $(id).disabled = !name;
      $(id).title = name ? `${word} ${name}` : "";
    }
    this.timeline.showCut();
    this.panel.showCut();
    this.#tellStatus();
    if (this.#nextEdit) {
      const { fields, done } = this.#nextEdit;
      this.#nextEdit = null;
      this.edit(fields, done);
    }
    if (isFirst) {
      this.goTo(Math.min(this.frame, this.count - 1));
    } else if (!this.player.isPlaying) {
      this.player.look();
    }
  }

  /** A switch that is gone because both its sides show the same now. */
  #tellJoined(cut) {
    const fields = this.#made;
    this.#made = null;
    if (!fields || fields.remove) return;
    const before = this.cut.switches.length;
    const isNew = fields.add && !this.cut.switches.some((one) => one.frame === fields.add.frame) && fields.add.frame > 0;
    if (cut.switches.length < before + (isNew ? 1 : 0)) this.say("Joined with the shot beside it, which shows the same.");
  }
  /** The edit that is answered next. */
  #made = null;

  #seen(data) {
    const view = new DataView(data);
    const message = {
      kind: view.getUint8(0), isKeyFrame: view.getUint8(1) === 1, item: view.getUint16(2, true),
      id: view.getUint32(4, true), place: view.getUint32(8, true), version: view.getUint32(12, true), data,
    };
    if (message.kind === 3) this.panel.receive(message);
    else this.player.receive(message);
  }

  #tellStatus() {
    const { film, cut, spans } = this;
    const count = cut.switches.length;
    const parts = [clock(film.duration), `${count} ${count === 1 ? "switch" : "switches"}`];
    if (spans) {
      parts.push(`${(spans.copiedShare * 100).toFixed(1)} % copied`);
      const megabytes = spans.estimatedBytes / 1e6;
      parts.push(`about ${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`);
    }
    parts.push(cut.saved ? "saved" : "not saved");
    $("status").textContent = parts.join(", ");
  }

  say(text) { $("messages").textContent = text; }

  alert(text) {
    const close = document.createElement("button");
    close.textContent = "Dismiss";
    close.onclick = () => this.#dismiss();
    const words = document.createElement("span");
    words.textContent = text;
    // A role without words would be an alert about nothing.
    $("alert").role = "alert";
    $("alert").replaceChildren(words, close);
  }

  #dismiss() {
    $("alert").removeAttribute("role");
    $("alert").replaceChildren();
  }

  #end() {
    this.isOpen = false;
    this.player.pause();
    for (const control of document.querySelectorAll("button, input, select")) control.disabled = true;
    this.alert(this.#wasOpen
      ? "compose has ended. Start it again to go on; cuts that were not saved are kept."
      : "Too many pages of this studio are open. Close one, and load this page again.");
    $("alert").querySelector("button").remove();
  }

  // MARK: what a person does

  goTo(frame, { isPlaying = false } = {}) {
    const next = Math.min(Math.max(0, Math.round(frame)), this.count - 1);
    const isOtherShot = !this.cut || this.shot(next) !== this.shot(this.frame);
    this.frame = next;
    if (!isPlaying) this.player.pause();
    this.timeline.showPlayhead();
    this.panel.showPlayhead(isOtherShot || !isPlaying);
    if (!isPlaying) this.player.look();
  }

  /** Makes an edit. While one is on its way, only the newest of those that follow is kept. */
  edit(fields, done) {
    if (this.#isEditing) {
      this.#nextEdit = { fields, done };
      return;
    }
    this.#isEditing = true;
    this.#made = fields;
    this.request("edit", { version: this.cut.version, ...fields });
    if (done) done();
  }

  select(number) {
    this.selected = number;
    this.timeline.showSelection();
    this.panel.showSwitch();
  }

  /** Shows a camera or view from the playhead on; `show` is missing for the next camera. */
  add(show) {
    const { frame } = this;
    if (show !== undefined && isSameView(show, this.shown())) return this.say(`${label(show)} is shown here already.`);
    this.edit({ add: show === undefined ? { frame } : { frame, show } });
    this.selected = 0;
  }

  showInShot(show) {
    if (isSameView(show, this.shown())) return this.say(`${label(show)} is shown here already.`);
    this.edit({ shot: { frame: this.frame, show } });
  }

  undo() { this.#goBack("undo", this.cut.undo, "Undone"); }
  redo() { this.#goBack("redo", this.cut.redo, "Redone"); }
  #goBack(request, name, word) {
    if (!name) return;
    this.#made = null;
    this.request(request);
    this.say(`${word}: ${name}`);
  }

  remove() { if (this.selected) this.edit({ remove: { switch: this.selected } }); }

  step(direction) {
    const frames = this.cut.switches.map((one) => one.frame);
    const next = direction > 0 ? frames.find((one) => one > this.frame) : frames.findLast((one) => one < this.frame);
    this.goTo(next ?? (direction > 0 ? this.count - 1 : 0));
    this.select(next === undefined ? 0 : frames.indexOf(next) + 1);
  }

  #listen() {
    const click = (id, action) => {
      $(id).addEventListener("click", () => { if (this.cut) action(); });
      // Space still plays after a click.
      $(id).addEventListener("mousedown", (event) => event.preventDefault());
    };
    click("undo", () => this.undo());
    click("redo", () => this.redo());
    click("save", () => this.save());
    click("previous", () => this.step(-1));
    click("next", () => this.step(1));
    click("back", () => this.goTo(this.frame - 1));
    click("forward", () => this.goTo(this.frame + 1));
    click("play", () => this.player.toggle());
    click("add", () => this.add());
    click("snap", () => this.#toggle("snap"));
    click("thirds", () => { this.#toggle("thirds"); $("guides").hidden = $("thirds").ariaPressed !== "true"; });
    $("time").addEventListener("change", () => {
      if (!this.cut) return;
      const time = seconds($("time").value);
      if (Number.isNaN(time)) this.alert(`'${$("time").value}' is not a time; write one such as 0:12.500.`);
      else this.goTo(time * this.rate);
      this.timeline.showPlayhead();
    });
    $("restore").addEventListener("click", () => this.request("restore"));
    $("discard").addEventListener("click", () => this.request("discard"));
    // Neither edits may be lost, so one of the two has to be chosen.
    $("restore-dialog").addEventListener("close", () => {
      if (this.film.restore) $("restore-dialog").showModal();
    });
    for (const id of ["restore", "discard"]) $(id).addEventListener("click", () => { this.film.restore = false; });
    document.addEventListener("keydown", (event) => {
      if (this.isOpen && this.cut && !event.defaultPrevented && this.#press(event)) event.preventDefault();
    });
    addEventListener("beforeunload", () => this.player.pause());
  }

  #toggle(id) { $(id).ariaPressed = String($(id).ariaPressed !== "true"); }

  save() { this.request("save"); }

  /** @returns whether the key did something. */
  #press(event) {
    const { key } = event;
    if (document.querySelector("dialog[open]")) return false;
    if (event.ctrlKey || event.metaKey) {
      if (event.altKey) return false;
      const name = key.toLowerCase();
      const action = { s: () => this.save(), y: () => this.redo(),
        z: () => event.shiftKey ? this.redo() : this.undo() }[name];
      // A text field has an undo of its own.
      if (!action || name !== "s" && event.target.matches("input:not([type=checkbox])")) return false;
      action();
      return true;
    }
    if (event.target.matches("input:not([type=checkbox]), select, [role=listbox]")) {
      if (key === "Escape") event.target.blur();
      return false;
    }
    const digit = /^Digit([1-9])$|^Numpad([1-9])$/.exec(event.code);
    const choice = digit && this.choices[(digit[1] ?? digit[2]) - 1];
    if (event.altKey) {
      if (choice) this.showInShot(choice);
      return Boolean(choice);
    }
    if (!$("single-keys").checked && key.length === 1) return false;
    if (choice && !event.shiftKey) {
      this.add(choice);
      return true;
    }
    if (key === " " && event.target.matches("button")) return false;
    if (key === "Enter" && this.selected && event.target === document.body) {
      $("switch-time").focus();
      return true;
    }
    const action = {
      " ": () => this.player.toggle(), k: () => this.player.toggle(), j: () => this.player.shuttle(-1),
      l: () => this.player.shuttle(1), ArrowLeft: () => this.goTo(this.frame - (event.shiftKey ? this.rate : 1)),
      ArrowRight: () => this.goTo(this.frame + (event.shiftKey ? this.rate : 1)),
      ArrowUp: () => this.step(-1), ArrowDown: () => this.step(1), Home: () => this.goTo(0),
      End: () => this.goTo(this.count - 1), s: () => this.add(), n: () => this.#toggle("snap"),
      Delete: () => this.remove(), Backspace: () => this.remove(), "+": () => this.timeline.zoomBy(2),
      "=": () => this.timeline.zoomBy(2), "-": () => this.timeline.zoomBy(0.5), "0": () => this.timeline.fit(),
      "?": () => this.panel.help(), Escape: () => this.select(0),
    }[key.length === 1 ? key.toLowerCase() : key];
    if (!action) return false;
    action();
    return true;
  }
}

window.studio = new Studio();

"""##

    private static let timelineJS: StaticString = ##"""
// The film along the time: filmstrips, waveforms, switches, and what is copied.
import { $, clock, label, digits } from "./studio.js";

const labelWidth = 92;
const thumbHeight = 54;
const stripHeight = 44;
const soundHeight = 26;
const colors = ["#6db4ff", "#ffbd66", "#84e0a6", "#f29ad6", "#b9a4ff", "#ff9d80", "#8fe3e3", "#d9d36a"];
const mixed = "#c8cdd8";
const mostLevels = 15;

export class Timeline {
  #studio;
  #view = $("timeline");
  /** CSS pixels per second. */
  #scale = 0;
  #rows = [];
  /** Tiles by address: a picture or bytes, or `undefined` while they are on their way. */
  #tiles = new Map();
  /** How many tiles are on their way: a waveform of hours must not keep filmstrips waiting. */
  #loading = { thumb: 0, wave: 0 };
  #isDrawing = false;
  #group = 0;

  constructor(studio) {
    this.#studio = studio;
    this.#view.addEventListener("scroll", () => this.#draw());
    new ResizeObserver(() => { if (studio.film) this.#resize(); }).observe(this.#view);
    $("zoom-in").onclick = () => this.zoomBy(2);
    $("zoom-out").onclick = () => this.zoomBy(0.5);
    $("fit").onclick = () => this.fit();
    for (const kind of ["speech", "beats"]) {
      $(`snap-${kind}`).onchange = (event) => {
        if (!event.target.checked) return this.#draw();
        studio.say(`Listening for ${kind} …`);
        studio.request("marks", { kind });
      };
    }
    this.#view.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoomBy(event.deltaY < 0 ? 1.25 : 0.8, event.clientX - this.#view.getBoundingClientRect().left);
    }, { passive: false });
    this.#view.addEventListener("pointerdown", (event) => this.#press(event));
    this.#view.addEventListener("dblclick", (event) => {
      const row = this.#rows.find((one) => one.kind === "strip" && one.line.contains(event.target));
      if (!row || !studio.cut) return;
      studio.goTo(this.#frameAt(event.clientX));
      studio.add(row.name);
    });
  }

  open() {
    const { film } = this.#studio;
    film.cameras.forEach((camera, index) => {
      const place = index === 0 ? $("cameras-above") : $("cameras-below");
      this.#addRow(place, "strip", camera.name, `Filmstrip of ${camera.name}`, { camera, index });
      const sound = film.heard.indexOf(camera.name);
      if (sound >= 0) this.#addRow(place, "sound", camera.name, `Sound of ${camera.name}`, { index: sound });
    });
    film.heard.forEach((name, index) => {
      if (film.cameras.some((camera) => camera.name === name)) return;
      this.#addRow($("cameras-below"), "sound", name, `Sound of ${name}`, { index });
    });
    this.#rows.push({ kind: "ruler", canvas: $("ruler").querySelector("canvas"), height: 24 });
    $("playhead").ariaValueMax = ((film.frameCount - 1) / film.rate).toFixed(3);
    this.fit();
  }

  #addRow(place, kind, name, label, more) {
    const line = document.createElement("div");
    line.className = `line ${kind}`;
    const words = document.createElement("span");
    words.className = "label";
    words.textContent = kind === "strip" ? name : "sound";
    const { takes, sounds } = this.#studio.film;
    words.title = [...takes, ...sounds].filter((one) => (one.camera ?? one.name) === name).map((one) => one.path).join("\n");
    const canvas = document.createElement("canvas");
    canvas.className = "view";
    canvas.role = "img";
    canvas.ariaLabel = label;
    line.append(words, canvas);
    place.append(line);
    this.#rows.push({ kind, name, line, canvas, height: kind === "strip" ? stripHeight : soundHeight, ...more });
  }

  // MARK: places

  get #width() { return Math.max(50, this.#view.clientWidth - labelWidth); }
  #x(frame) { return (frame / this.#studio.rate) * this.#scale; }
  #frameAt(clientX) {
    const x = clientX - this.#view.getBoundingClientRect().left - labelWidth + this.#view.scrollLeft;
    return Math.round((x / this.#scale) * this.#studio.rate);
  }
  get #least() { return (this.#width - 14) / Math.max(this.#studio.film.duration, 0.1); }

  fit() {
    if (!this.#studio.film) return;
    this.#scale = this.#least;
    this.#place();
  }

  zoomBy(factor, around) {
    if (!this.#studio.film) return;
    const { frame } = this.#studio;
    const x = this.#x(frame) - this.#view.scrollLeft;
    const fixed = around !== undefined ? around - labelWidth : x >= 0 && x <= this.#width ? x : this.#width / 2;
    const time = (this.#view.scrollLeft + fixed) / this.#scale;
    this.#scale = Math.min(Math.max(this.#scale * factor, this.#least), 40 * this.#studio.rate);
    this.#place();
    this.#view.scrollLeft = time * this.#scale - fixed;
  }

  #resize() {
    this.#scale = Math.max(this.#scale, this.#least);
    this.#place();
  }

  #place() {
    const { film } = this.#studio;
    $("rows").style.width = `${labelWidth + Math.max(this.#width, film.duration * this.#scale + 14)}px`;
    if (this.#studio.cut) this.showCut();
    this.#draw();
  }

  // MARK: the cut

  showCut() {
    const { cut } = this.#studio;
    const shots = [{ frame: 0, show: cut.opening }, ...cut.switches];
    $("blocks").replaceChildren(...shots.flatMap((shot, index) => {
      const end = shots[index + 1]?.frame ?? this.#studio.count;
      const block = document.createElement("div");
      block.className = "block";
      block.style.left = `${this.#x(shot.frame)}px`;
      block.style.width = `${Math.max(1, this.#x(end) - this.#x(shot.frame) - 1)}px`;
      block.style.setProperty("--color", this.color(shot.show));
      const words = document.createElement("span");
      words.textContent = label(shot.show);
      block.append(words);
      if (!shot.window) return [block];
      const wedge = document.createElement("div");
      wedge.className = "wedge";
      wedge.style.left = `${this.#x(shot.window[0])}px`;
      wedge.style.width = `${this.#x(shot.window[1]) - this.#x(shot.window[0])}px`;
      return [block, wedge];
    }));
    this.#showSwitches();
    this.#showGraphics();
    this.showSpans();
    this.showPlayhead();
  }

  color(show) {
    const camera = this.#studio.film.cameras.findIndex((one) => one.name === show);
    return camera < 0 ? mixed : colors[camera % colors.length];
  }

  /** Sliders are kept, so that the one that has the focus, or is dragged, stays. */
  #showSwitches() {
    const { cut, count } = this.#studio;
    const group = $("switches");
    // Diamonds that would hide each other are lines.
    const room = (this.#studio.film.duration * this.#scale) / Math.max(1, cut.switches.length);
    group.classList.toggle("dense", room < 18);
    group.classList.toggle("packed", room < 6);
    while (group.children.length > cut.switches.length) group.lastChild.remove();
    while (group.children.length < cut.switches.length) group.append(this.#slider(group.children.length + 1));
    cut.switches.forEach((one, index) => {
      const slider = group.children[index];
      slider.style.left = `${this.#x(one.frame)}px`;
      const time = (frame) => digits(frame / this.#studio.rate);
      slider.ariaValueNow = time(one.frame);
      slider.ariaValueMin = time((cut.switches[index - 1]?.frame ?? 0) + 1);
      slider.ariaValueMax = time((cut.switches[index + 1]?.frame ?? count) - 1);
      slider.ariaValueText = `${this.#studio.time(one.frame)}, to ${one.show}, ${one.transition}`;
      slider.title = slider.ariaValueText + (one.decision ? `\n${one.decision}` : "");
    });
    this.showSelection();
  }

  showSelection() {
    [...$("switches").children].forEach((slider, index) => {
      slider.classList.toggle("selected", index + 1 === this.#studio.selected);
    });
  }

  #slider(number) {
    const slider = document.createElement("div");
    slider.role = "slider";
    slider.tabIndex = 0;
    slider.ariaLabel = `Switch ${number}`;
    slider.addEventListener("focus", () => {
      this.#studio.select(number);
      // What is edited is what is seen.
      if (!this.#studio.player.isPlaying) this.#studio.goTo(this.#studio.cut.switches[number - 1].frame);
    });
    slider.addEventListener("keydown", (event) => this.#move(event, number));
    slider.addEventListener("pointerdown", (event) => this.#drag(event, number, slider));
    return slider;
  }

  #move(event, number) {
    const studio = this.#studio;
    if (event.key === "Enter") {
      $("switch-time").focus();
      event.preventDefault();
      return;
    }
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!direction || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { frame } = studio.cut.switches[number - 1];
    // A key that is held is one step of undo.
    if (!event.repeat) this.#group++;
    const target = event.altKey
      ? this.#nextSnap(frame, direction, number) : frame + direction * (event.shiftKey ? Math.round(studio.rate) : 1);
    this.#change(number, target, `key-${this.#group}`);
  }

  /** Between its neighbors. */
  #between(number, frame) {
    const frames = this.#studio.cut.switches.map((one) => one.frame);
    return Math.min(Math.max(frame, (frames[number - 2] ?? 0) + 1), (frames[number] ?? this.#studio.count) - 1);
  }

  #change(number, target, group) {
    const studio = this.#studio;
    const frame = this.#between(number, target);
    studio.edit({ group, change: { switch: number, frame } });
    if (!studio.player.isPlaying) studio.frame = frame;
    this.showPlayhead();
  }

  #drag(event, number, slider) {
    if (event.button !== 0) return;
    event.stopPropagation();
    const studio = this.#studio;
    this.#playhead = studio.frame;
    slider.focus();
    slider.setPointerCapture(event.pointerId);
    const group = `drag-${++this.#group}`;
    const from = event.clientX;
    const { frame: start, show } = studio.cut.switches[number - 1];
    let last = start;
    const move = (moved) => {
      const wanted = start + Math.round(((moved.clientX - from) / this.#scale) * studio.rate);
      const snap = this.#snap(wanted, number);
      const target = this.#between(number, snap?.frame ?? wanted);
      const why = target !== (snap?.frame ?? wanted) ? ", next to another switch"
        : snap ? `, at ${snap.why}` : this.#waits(target, show);
      $("hint").textContent = studio.time(target) + why;
      if (target !== last) this.#change(number, target, group);
      last = target;
    };
    const end = () => {
      slider.removeEventListener("pointermove", move);
      $("hint").textContent = "";
      this.#playhead = null;
      studio.goTo(studio.cut.switches[number - 1]?.frame ?? studio.frame);
    };
    slider.addEventListener("pointermove", move);
    slider.addEventListener("lostpointercapture", end, { once: true });
  }

  // MARK: snapping

  #snapPoints(number) {
    const { cut, marks } = this.#studio;
    const { show } = cut.switches[number - 1];
    const points = this.#playhead === null ? [] : [{ frame: this.#playhead, why: "the playhead" }];
    // The film is copied from a key frame of the camera that it switches to.
    for (const frame of this.#keyFrames(show)) points.push({ frame, why: `a key frame of ${show}` });
    if ($("snap-speech").checked) for (const frame of marks.speech[0]) points.push({ frame, why: "a beginning of speech" });
    if ($("snap-beats").checked) for (const frame of marks.beats[0]) points.push({ frame, why: "a beat" });
    return points;
  }
  /** Where the playhead was before a switch was dragged. */
  #playhead = null;

  #keyFrames(show) {
    const camera = this.#studio.film.cameras.findIndex((one) => one.name === show);
    return this.#studio.marks.keyFrames[camera] ?? [];
  }

  /** How many frames are encoded because a switch is not at a key frame. */
  #waits(frame, show) {
    const next = this.#keyFrames(show).find((one) => one >= frame);
    if (next === undefined || next === frame) return "";
    return `; ${next - frame} ${next - frame === 1 ? "frame is" : "frames are"} encoded until the next key frame`;
  }

  /** Found, or not: a box that is ticked without effect would puzzle. */
  showMarks(kind) {
    const count = this.#studio.marks[kind][0].length;
    const name = { speech: "beginnings of speech", beats: "beats" }[kind];
    this.#studio.say(count ? `${count} ${name} to snap to` : `There are no clear ${name} in the sound of this film.`);
    this.#draw();
  }

  #snap(frame, number) {
    if ($("snap").ariaPressed !== "true") return null;
    const reach = (8 / this.#scale) * this.#studio.rate;
    const near = this.#snapPoints(number).filter((point) => Math.abs(point.frame - frame) <= reach);
    return near.sort((one, other) => Math.abs(one.frame - frame) - Math.abs(other.frame - frame))[0] ?? null;
  }

  #nextSnap(frame, direction, number) {
    const beyond = this.#snapPoints(number).map((one) => one.frame).filter((one) => (one - frame) * direction > 0);
    if (!beyond.length) this.#studio.say("There is nothing to snap to on this side.");
    if (!beyond.length) return frame;
    return direction > 0 ? Math.min(...beyond) : Math.max(...beyond);
  }

  // MARK: copied and encoded

  /** What is drawn over the film: it is set on the command line or in the plan. */
  #showGraphics() {
    const { graphics } = this.#studio.film;
    $("graphics-lane").hidden = !graphics.length;
    $("graphics").replaceChildren(...graphics.map(({ label, frames: [first, end] }) => {
      const item = document.createElement("li");
      item.style.left = `${this.#x(first)}px`;
      item.style.width = `${Math.max(3, this.#x(end) - this.#x(first) - 1)}px`;
      item.textContent = label;
      item.title = `${label}, ${this.#studio.time(first)} to ${this.#studio.time(end)}`;
      return item;
    }));
  }

  showSpans() {
    const { spans } = this.#studio;
    $("spans").replaceChildren(...(spans?.spans ?? []).map((span) => {
      const item = document.createElement("li");
      item.className = span.kind === "copy" ? "copied" : "encoded";
      item.style.left = `${this.#x(span.firstFrame)}px`;
      item.style.width = `${Math.max(1, this.#x(span.endFrame) - this.#x(span.firstFrame))}px`;
      const what = span.kind === "copy" ? `copied: ${span.camera}` : `encoded: ${mainFirst(span.reasons).join(", ")}`;
      const words = document.createElement("span");
      words.textContent = `${what}, ${this.#studio.time(span.firstFrame)} to ${this.#studio.time(span.endFrame)}`;
      item.title = words.textContent;
      item.append(words);
      return item;
    }));
  }

  // MARK: the playhead

  showPlayhead() {
    const { frame, cut, rate } = this.#studio;
    const playhead = $("playhead");
    const x = this.#x(frame);
    playhead.style.left = `${labelWidth + x}px`;
    playhead.ariaValueNow = digits(frame / rate);
    playhead.ariaValueText = `${this.#studio.time(frame)}, frame ${frame}${cut ? `, ${this.#studio.shown()}` : ""}`;
    if (document.activeElement !== $("time")) $("time").value = this.#studio.time(frame);
    const left = this.#view.scrollLeft;
    if (x < left || x > left + this.#width) {
      const isPlaying = this.#studio.player.isPlaying;
      this.#view.scrollLeft = isPlaying && x > left ? x - 20 : x - this.#width / 2;
    }
  }

  #press(event) {
    const studio = this.#studio;
    const isControl = event.target.closest("[role=slider], .label");
    if (event.button !== 0 || !studio.cut || isControl) return;
    // Beside the scroll bar.
    if (event.offsetY > this.#view.scrollHeight) return;
    const go = (moved) => studio.goTo(this.#frameAt(moved.clientX));
    go(event);
    const end = () => {
      removeEventListener("pointermove", go);
      removeEventListener("pointerup", end);
    };
    addEventListener("pointermove", go);
    addEventListener("pointerup", end);
    if (!event.target.closest("#switches")) studio.select(0);
  }

  // MARK: drawing

  #draw() {
    if (this.#isDrawing || !this.#studio.film) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      this.#drawRows();
    });
  }

  #drawRows() {
    const width = this.#width;
    const [first, last] = [this.#view.scrollLeft / this.#scale, (this.#view.scrollLeft + width) / this.#scale];
    const wanted = [];
    this.#needed.clear();
    const style = getComputedStyle(document.body);
    for (const row of this.#rows) {
      const dots = devicePixelRatio;
      const { canvas, height } = row;
      if (canvas.width !== Math.round(width * dots) || canvas.height !== Math.round(height * dots)) {
        [canvas.width, canvas.height] = [Math.round(width * dots), Math.round(height * dots)];
        [canvas.style.width, canvas.style.height] = [`${width}px`, `${height}px`];
      }
      const context = canvas.getContext("2d");
      context.setTransform(dots, 0, 0, dots, 0, 0);
      context.clearRect(0, 0, width, height);
      if (row.kind === "ruler") this.#drawRuler(context, first, last, style);
      if (row.kind === "strip") this.#drawStrip(context, row, first, last, wanted);
      if (row.kind === "sound") this.#drawSound(context, row, first, last, wanted, style);
    }
    // From the middle of what is seen outward.
    const middle = (first + last) / 2;
    wanted.sort((one, other) => Math.abs(one.time - middle) - Math.abs(other.time - middle));
    this.#wanted = wanted;
    for (const [path, request] of this.#requests) if (!this.#needed.has(path)) request.abort();
    this.#load();
  }
  #wanted = [];
  #needed = new Set();
  /** What is on its way, to be given up where nobody looks any more. */
  #requests = new Map();

  #drawRuler(context, first, last, style) {
    const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];
    const step = steps.find((one) => one * this.#scale >= 76) ?? 7200;
    context.fillStyle = style.getPropertyValue("--quiet");
    context.font = "11px system-ui, sans-serif";
    for (let i = Math.floor(first / step); i * step <= last; i++) {
      const x = (i * step - first) * this.#scale;
      context.fillRect(x, 15, 1, 9);
      const words = clock(i * step);
      context.fillText(step < 1 ? words.slice(0, -2) : words.slice(0, -4), x + 4, 15);
      for (let part = 1; part < 5; part++) context.fillRect(x + (part * step * this.#scale) / 5, 20, 1, 4);
    }
    for (const [kind, color] of [["speech", "--accent"], ["beats", "--encoded"]]) {
      if (!$(`snap-${kind}`).checked) continue;
      context.fillStyle = style.getPropertyValue(color);
      for (const frame of this.#studio.marks[kind][0]) {
        const time = frame / this.#studio.rate;
        if (time >= first && time <= last) context.fillRect((time - first) * this.#scale - 1, 18, 2, 6);
      }
    }
  }

  #drawStrip(context, row, first, last, wanted) {
    const own = row.camera.thumbWidth;
    const width = (own * stripHeight) / thumbHeight;
    const level = Math.min(mostLevels, Math.max(0, Math.floor(Math.log2(width / this.#scale))));
    const step = 2 ** level;
    context.fillStyle = "#0004";
    for (const [start, end] of row.camera.footage) {
      context.fillRect((start - first) * this.#scale, 0, (end - start) * this.#scale, stripHeight);
    }
    const { duration } = this.#studio.film;
    const end = (Math.min(last, duration) - first) * this.#scale;
    // Side by side, each the key frame at or before where it begins.
    for (let k = Math.floor((first * this.#scale) / width); k * width - first * this.#scale < end; k++) {
      const i = Math.floor((k * width) / this.#scale / step);
      const tile = Math.floor(i / 8);
      const picture = this.#tile(`thumb/${row.index}/${level}/${tile}.jpg`, (tile * 8 + 4) * step, wanted);
      if (!picture) continue;
      const x = k * width - first * this.#scale;
      const shown = Math.min(width, end - x);
      context.drawImage(picture, (i % 8) * own, 0, (own * shown) / width, thumbHeight, x, 0, shown, stripHeight);
    }
  }

  #drawSound(context, row, first, last, wanted, style) {
    const level = Math.min(mostLevels, Math.max(0, Math.floor(Math.log2(100 / this.#scale))));
    const perSecond = 100 / 2 ** level;
    const span = 1000 / perSecond;
    context.fillStyle = style.getPropertyValue("--quiet");
    context.fillRect(0, soundHeight - 1, (Math.min(last, this.#studio.film.duration) - first) * this.#scale, 1);
    context.fillStyle = style.getPropertyValue("--accent");
    for (let tile = Math.floor(first / span); tile * span < Math.min(last, this.#studio.film.duration); tile++) {
      const peaks = this.#tile(`wave/${row.index}/${level}/${tile}`, (tile + 0.5) * span, wanted);
      if (!peaks) continue;
      const bar = Math.max(1, this.#scale / perSecond);
      for (let i = 0; i < peaks.length; i++) {
        const x = (tile * span + i / perSecond - first) * this.#scale;
        const height = (peaks[i] / 255) * (soundHeight - 2);
        context.fillRect(x, soundHeight - 1 - height, bar, height);
      }
    }
  }

  /** A tile that is here; otherwise it is wanted. */
  #tile(path, time, wanted) {
    this.#needed.add(path);
    if (!this.#tiles.has(path)) wanted.push({ path, time });
    return this.#tiles.get(path);
  }

  /** Pictures of a camera that are here: for Show, while the film plays. */
  thumb(camera, frame) {
    const time = frame / this.#studio.rate;
    for (let level = 0; level < 3; level++) {
      const index = Math.floor(time / 2 ** level);
      const picture = this.#tiles.get(`thumb/${camera}/${level}/${Math.floor(index / 8)}.jpg`);
      if (picture) return { picture, place: index % 8 };
    }
    return null;
  }

  #load() {
    const most = { thumb: 3, wave: 2 };
    const isFree = ({ path }) => this.#loading[path.split("/")[0]] < most[path.split("/")[0]];
    for (let next; (next = this.#wanted.findIndex(isFree)) >= 0;) {
      const [{ path }] = this.#wanted.splice(next, 1);
      const kind = path.split("/")[0];
      this.#loading[kind]++;
      this.#tiles.set(path, undefined);
      this.#fetch(path)
        .then((tile) => this.#tiles.set(path, tile))
        .catch((error) => { if (error.name === "AbortError") this.#tiles.delete(path); })
        .finally(() => {
          this.#requests.delete(path);
          this.#loading[kind]--;
          this.#draw();
          this.#load();
        });
    }
    // What was seen long ago is asked for again.
    if (this.#tiles.size > 600) {
      for (const path of [...this.#tiles.keys()].slice(0, 200)) this.#tiles.delete(path);
    }
  }

  async #fetch(path) {
    const request = new AbortController();
    this.#requests.set(path, request);
    const answer = await fetch(path, { signal: request.signal });
    if (!answer.ok) throw new Error(answer.statusText);
    return path.startsWith("thumb") ? createImageBitmap(await answer.blob()) : new Uint8Array(await answer.arrayBuffer());
  }
}

/** What a person did comes before what follows from it. */
function mainFirst(reasons) {
  const main = "transition";
  return reasons.includes(main) ? [main, ...reasons.filter((one) => one !== main)] : reasons;
}

"""##
}
