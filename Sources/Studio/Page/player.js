// Pictures and sound. The program draws every picture; the clock of the sound decides which one is shown.
import { $ } from "./words.js";

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
  /** Frames here are the film's, as its sound is; the page's are the timeline's. */
  #start = 0;
  /** Where it stops by itself. */
  #last = 0;
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

  /** Shows a cut as it is in the film: a second before it, and one after. */
  playAround(frame) {
    const { rate } = this.#studio;
    this.#studio.goTo(this.#studio.toTimeline(Math.max(0, this.#studio.toFilm(frame) - Math.round(rate))));
    this.play(1, Math.min(this.#studio.toFilm(frame) + Math.round(rate), this.#studio.filmCount - 1), frame);
  }
  /** Where the playhead goes then. */
  #back = null;

  play(speed, last, back = null) {
    const studio = this.#studio;
    if (!studio.isOpen) return;
    const isAtEnd = studio.frame >= studio.cut.kept.at(-1)[1] - 1;
    const start = speed > 0 && isAtEnd ? 0 : studio.toFilm(studio.frame);
    this.#silence();
    this.#audio ??= new AudioContext({ sampleRate, latencyHint: "interactive" });
    this.#audio.resume();
    clearTimeout(this.#rest);
    Object.assign(this, { isPlaying: true, speed });
    [this.#last, this.#back] = [last ?? (speed > 0 ? studio.filmCount - 1 : 0), back];
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

  #stop(frame = this.#studio.frame) {
    this.pause();
    this.#studio.goTo(frame);
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
    this.#canvas.parentElement.classList.toggle("playing", this.isPlaying);
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
      const [studio, last] = [this.#studio, this.#last];
      studio.goTo(studio.toTimeline(Math.min(Math.max(due, 0), studio.filmCount - 1)), { isPlaying: true });
      if (isForward ? due >= last : due <= last) return this.#stop(this.#back ?? studio.frame);
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
    if (document.hidden) this.#studio.goTo(this.#studio.toTimeline(due), { isPlaying: true });
  }
}
