/** Tones for people who look at bottles: high for right, low and long for wrong, two rising for done. */
const storageKey = 'dray.station.sound';

export const isSoundOn = (): boolean => localStorage.getItem(storageKey) !== 'off';
/** Turns the sounds of stations on or off. The browser keeps the setting. */
export const setSound = (isOn: boolean): void => localStorage.setItem(storageKey, isOn ? 'on' : 'off');

interface Tone {
  readonly hertz: number;
  readonly seconds: number;
  readonly shape: OscillatorType;
}

const tones = {
  ready: [],
  right: [{ hertz: 1_050, seconds: 0.09, shape: 'sine' }],
  wrong: [{ hertz: 170, seconds: 0.5, shape: 'square' }],
  done: [
    { hertz: 780, seconds: 0.12, shape: 'sine' },
    { hertz: 1_170, seconds: 0.22, shape: 'sine' },
  ],
} as const satisfies Readonly<Record<string, readonly Tone[]>>;

let context: AudioContext | undefined;

/** Plays the tone of a verdict. A computer without sound stays silent. */
export function playVerdict(verdict: keyof typeof tones): void {
  if (!isSoundOn()) return;
  try {
    context ??= new AudioContext();
    void context.resume().catch(() => undefined);
    let at = context.currentTime;
    for (const { hertz, seconds, shape } of tones[verdict]) {
      const [tone, volume] = [context.createOscillator(), context.createGain()];
      tone.type = shape;
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(0.25, at);
      volume.gain.linearRampToValueAtTime(0, at + seconds);
      tone.connect(volume).connect(context.destination);
      tone.start(at);
      tone.stop(at + seconds);
      at += seconds;
    }
  } catch {
    // Without sound: the page says the same in words.
  }
}
