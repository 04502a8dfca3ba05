/**
 * Standardizes street lines by Publication 28 of the postal service: capitals, standard abbreviations, standard order.
 * Pure.
 * Every word is kept, unchanged or in its standard form; only punctuation is dropped, and `#` before a house
 * number or after a designator. Unrecognized words are only put in capitals. Idempotent.
 */
import { standardizeStreet, startsStreetAt } from './street-form.ts';
import { splitStreetWords } from './street-words.ts';

export type StreetLineKind =
  | 'street'
  | 'post office box'
  /** `BOX 12`, `MAIL BOX 12`: a post office box, unless another line names the street or route that it belongs to. */
  | 'box'
  | 'military'
  | 'rural route'
  | 'highway contract route'
  | 'general delivery'
  /** `ATTN`, `C/O`: a recipient, not a location. */
  | 'attention'
  /** Only a unit: `APT 5`. */
  | 'unit'
  | 'unrecognized';

export interface StreetLine {
  readonly text: string;
  readonly kind: StreetLineKind;
  /** Whether it has the number of a house or road, or is a box, route or general delivery; a unit number does not count. */
  readonly hasNumber: boolean;
  /** Whether it has words that may name a street, or is a box, route or general delivery, which need none. */
  readonly hasName: boolean;
  /** Standard abbreviations of the units named: `APT`, `STE`. */
  readonly units: readonly string[];
}

/** Whether the lines of one address have a house number or a unit, but name no street, box or route. */
export function lacksStreetName(lines: readonly StreetLine[]): boolean {
  const isNameless = ({ kind, hasNumber, hasName }: StreetLine) => !hasName && (hasNumber || kind === 'unit');
  return lines.some(isNameless) && !lines.some(({ kind, hasName }) => hasName && kind !== 'unrecognized');
}

const id = String.raw`(?:# |NO )?(?:\S*\d\S*|[A-Z])(?= |$)`;
/** Stricter than `id`: words that may also be part of a street name are a box only before a number. */
const number = String.raw`(?:# |NO )?\S*\d\S*(?= |$)`;
const poBox = new RegExp(
  String.raw`(?<=^| )(?:(?:P O|PO|POST OFFICE|P) (?:BOX|BX|B|DRAWER|BIN|CALLER|LOCKBOX)|POBOX|POB|PO(?= (?:# )?\d)|(?:APARTADO|APDO)(?= ${id})|(?:POSTAL BOX|POST ?BOX|(?:APARTADO|APDO) POSTAL|CASILLA(?: POSTAL| DE CORREOS?)?)(?= ${number}))(?: (${id})|(?= |$))`,
);
const bareBox = new RegExp(`^(?:(?:FIRM )?CALLER(?: BOX)?|LOCK ?BOX|DRAWER|BIN) (${id})$`);
const boxAlone = new RegExp(`^(?:MAIL ?)?(?:BOX|BX) ${number}$`);
const military = new RegExp(String.raw`^(PSC|CMR|UNIT|UMR|OMC) (?:# )?(\S*\d\S*) (?:BOX|BX) (${id})`);
const ruralRoute = new RegExp(
  String.raw`^(?:(?:RR|R R|RURAL (?:ROUTE|RTE|RT|RD)|RFD(?: ROUTE| RTE| RT)?|R F D) (?:# )?(\S*\d\S*)(?: (?:BOX|BX|#) (${id}))?|(?:ROUTE|RTE|RT|RD) (?:# )?(\S*\d\S*) (?:BOX|BX) (${id}))(?= |$)`,
);
const highwayContract = new RegExp(
  String.raw`^(?:HC|HCR|H C|H C R|HIGHWAY CONTRACT(?: ROUTE)?|STAR (?:ROUTE|RTE|RT)|SR(?= (?:# )?\S+ (?:BOX|BX) )) (?:# )?(\S*\d\S*)(?: (?:BOX|BX|#) (${id}))?(?= |$)`,
);
const generalDelivery = /^(?:GENERAL|GEN) (?:DELIVERY|DEL)(?= |$)/;
const attention = /^(?:ATTENTION|ATTN|ATT|C\/O|CARE OF|%)(?= |$)/;
const attentionWithin = /^(\S+ \S+(?: \S+)*?) (?:ATTN|C\/O)(?= )/;

const passes = 4;

/** Longer texts are not street lines, and parsing is quadratic in the length. */
const maxLength = 255;

/**
 * Returns the standard form and the kind of a line. Never throws; `''` for a line without words. A text of more than
 * 255 characters is only trimmed, and unrecognized.
 */
export function standardizeStreetLine(text: string): StreetLine {
  if (text.length > maxLength)
    return { text: text.trim(), kind: 'unrecognized', hasNumber: false, hasName: true, units: [] };
  let line = onePass(splitStreetWords(text));
  // Moving one word may make the next one recognizable, so repeat until stable, at most `passes` times in all.
  for (let pass = 1; pass < passes; pass += 1) {
    const next = onePass(line.text.split(' '));
    const isStable = next.text === line.text;
    line = next;
    if (isStable) break;
  }
  return line;
}

function onePass(words: readonly string[]): StreetLine {
  const plain = words.filter((word) => word !== ',').join(' ');
  if (plain === '') return { text: '', kind: 'unrecognized', hasNumber: false, hasName: false, units: [] };
  return parseAttention(plain) ?? parseRoute(plain) ?? parseBox(plain) ?? street(words);
}

function street(words: readonly string[]): StreetLine {
  const found = standardizeStreet(words);
  return {
    text: found.words.filter((word) => word !== '%').join(' '),
    kind: found.isUnitOnly ? 'unit' : found.isRecognized ? 'street' : 'unrecognized',
    hasNumber: found.hasNumber,
    hasName: found.hasName,
    units: found.units,
  };
}

/** Leaves the recipient's name unchanged; standardizes a street before or after it. */
function parseAttention(plain: string): StreetLine | undefined {
  const within = attentionWithin.exec(plain);
  const match = attention.exec(plain);
  if (!match) {
    if (!within?.[1]) return undefined;
    const before = onePass(within[1].split(' '));
    const after = onePass(plain.slice(within[1].length + 1).split(' '));
    return {
      text: `${before.text} ${after.text}`,
      kind: after.kind === 'post office box' ? after.kind : before.kind,
      hasNumber: before.hasNumber || after.hasNumber,
      hasName: before.hasName || after.hasName,
      units: [...before.units, ...after.units],
    };
  }
  const sign = match[0].startsWith('AT') ? 'ATTN' : 'C/O';
  const rest = plain.slice(match[0].length).trim();
  const words = rest.split(' ');
  const box = poBox.exec(rest);
  const boxAt = box?.[1] === undefined ? -1 : rest.slice(0, box.index).split(' ').length - 1;
  const streetAt = words.findIndex((_, at) => startsStreetAt(words, at));
  const whereAt = boxAt < 0 || (streetAt >= 0 && streetAt < boxAt) ? streetAt : boxAt;
  if (whereAt >= 0) {
    const found = onePass(words.slice(whereAt));
    return { ...found, text: [sign, ...words.slice(0, whereAt), found.text].join(' ') };
  }
  return {
    text: `${sign}${plain.slice(match[0].length)}`,
    kind: 'attention',
    hasNumber: false,
    hasName: false,
    units: [],
  };
}

/** Standardizes the text before and after a box or route as well. */
function standardizeAround(before: string, middle: string, after: string, kind: StreetLineKind): StreetLine {
  const parts = [before, after].map((part) => (part.trim() === '' ? undefined : onePass(part.trim().split(' '))));
  const text = [parts[0]?.text, middle, parts[1]?.text].filter((part) => part).join(' ');
  return { text, kind, hasNumber: true, hasName: true, units: parts.flatMap((part) => part?.units ?? []) };
}

/** The id without `#`; `NO 5` keeps its word. */
function idOf(found: string | undefined): string {
  return (found ?? '').replace(/^# /, '');
}

function parseBox(plain: string): StreetLine | undefined {
  const bare = bareBox.exec(plain);
  if (bare) return standardizeAround('', `PO BOX ${idOf(bare[1])}`, '', 'post office box');
  const match = poBox.exec(plain);
  if (!match) {
    return boxAlone.test(plain) ? { text: plain, kind: 'box', hasNumber: true, hasName: true, units: [] } : undefined;
  }
  const middle = `PO BOX ${idOf(match[1])}`.trim();
  return standardizeAround(
    plain.slice(0, match.index),
    middle,
    plain.slice(match.index + match[0].length),
    'post office box',
  );
}

function parseRoute(plain: string): StreetLine | undefined {
  const militaryMatch = military.exec(plain);
  if (militaryMatch) {
    const [all, place = '', number = '', box] = militaryMatch;
    return standardizeAround('', `${place} ${number} BOX ${idOf(box)}`, plain.slice(all.length), 'military');
  }
  const rural = ruralRoute.exec(plain);
  if (rural) {
    const box = rural[2] ?? rural[4];
    const middle = `RR ${rural[1] ?? rural[3]}${box === undefined ? '' : ` BOX ${idOf(box)}`}`;
    return standardizeAround('', middle, plain.slice(rural[0].length), 'rural route');
  }
  const contract = highwayContract.exec(plain);
  if (contract) {
    const middle = `HC ${contract[1]}${contract[2] === undefined ? '' : ` BOX ${idOf(contract[2])}`}`;
    return standardizeAround('', middle, plain.slice(contract[0].length), 'highway contract route');
  }
  const general = generalDelivery.exec(plain);
  return general
    ? standardizeAround('', 'GENERAL DELIVERY', plain.slice(general[0].length), 'general delivery')
    : undefined;
}
