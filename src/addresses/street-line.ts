/**
 * Street lines by Publication 28 of the postal service: capitals, standard abbreviations, the parts in their order. Pure.
 *
 * Nothing is ever lost: every word comes out again, as it was or as its standard abbreviation; only punctuation goes, and
 * the sign `#` where a designator says the same. What is not recognized stays as it is. Standardizing a standard line
 * changes nothing.
 */
import { isStreetAfter, standardStreet } from './street-form.ts';
import { streetWords } from './street-words.ts';

export type StreetLineKind =
  | 'street'
  | 'post office box'
  | 'military'
  | 'rural route'
  | 'highway contract route'
  | 'general delivery'
  /** `ATTN`, `C/O`: to whom, not where. */
  | 'attention'
  /** Only what is inside the house: `APT 5`. */
  | 'unit'
  | 'unrecognized';

export interface StreetLine {
  readonly text: string;
  readonly kind: StreetLineKind;
  /** A house number, or the number of a road, box or route; that of a unit does not count. */
  readonly hasNumber: boolean;
  /** Standard abbreviations of the units named: `APT`, `STE`. */
  readonly units: readonly string[];
}

const id = String.raw`(?:# |NO )?(?:\S*\d\S*|[A-Z])(?= |$)`;
const poBox = new RegExp(
  String.raw`(?<=^| )(?:(?:P O|PO|POST OFFICE|P) (?:BOX|BX|B|DRAWER|BIN|CALLER|LOCKBOX)|POBOX|POB|PO(?= \d)|(?:APARTADO|APDO)(?= ${id}))(?: (${id})|(?= |$))`,
);
const bareBox = new RegExp(`^(?:(?:FIRM )?CALLER|LOCKBOX|DRAWER|BIN) (${id})$`);
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

/** Longer texts are no street lines, and reading one takes time that grows with the square of its length. */
const maxLength = 255;

/**
 * The standard form of a line, and what kind of line it is. Never throws; `''` for a line without any word. A text beyond
 * 255 characters stays as it is, unrecognized.
 */
export function standardStreetLine(text: string): StreetLine {
  if (text.length > maxLength) return { text: text.trim(), kind: 'unrecognized', hasNumber: false, units: [] };
  let line = onePass(streetWords(text));
  // A word that was put in its place may let the next one be recognized.
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
  if (plain === '') return { text: '', kind: 'unrecognized', hasNumber: false, units: [] };
  return parseAttention(plain) ?? parseRoute(plain) ?? parseBox(plain) ?? street(words);
}

function street(words: readonly string[]): StreetLine {
  const found = standardStreet(words);
  return {
    text: found.words.filter((word) => word !== '%').join(' '),
    kind: found.isUnitOnly ? 'unit' : found.isRecognized ? 'street' : 'unrecognized',
    hasNumber: found.hasNumber,
    units: found.units,
  };
}

/** To whom it goes is left as it is written; a street before or behind it is a street. */
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
      units: [...before.units, ...after.units],
    };
  }
  const sign = match[0].startsWith('AT') ? 'ATTN' : 'C/O';
  const rest = plain.slice(match[0].length).trim();
  const words = rest.split(' ');
  const box = poBox.exec(rest);
  const boxAt = box?.[1] === undefined ? -1 : rest.slice(0, box.index).split(' ').length - 1;
  const streetAt = words.findIndex((_, at) => isStreetAfter(words, at));
  const whereAt = boxAt < 0 || (streetAt >= 0 && streetAt < boxAt) ? streetAt : boxAt;
  if (whereAt >= 0) {
    const found = onePass(words.slice(whereAt));
    return { ...found, text: [sign, ...words.slice(0, whereAt), found.text].join(' ') };
  }
  return { text: `${sign}${plain.slice(match[0].length)}`, kind: 'attention', hasNumber: false, units: [] };
}

/** Puts what stands before and behind a box or route into standard form as well. */
function standardizeAround(before: string, middle: string, after: string, kind: StreetLineKind): StreetLine {
  const parts = [before, after].map((part) => (part.trim() === '' ? undefined : onePass(part.trim().split(' '))));
  const text = [parts[0]?.text, middle, parts[1]?.text].filter((part) => part).join(' ');
  return { text, kind, hasNumber: true, units: parts.flatMap((part) => part?.units ?? []) };
}

/** Without the sign `#`; a number that was written `NO 5` keeps its word. */
function idOf(found: string | undefined): string {
  return (found ?? '').replace(/^# /, '');
}

function parseBox(plain: string): StreetLine | undefined {
  const bare = bareBox.exec(plain);
  if (bare) return standardizeAround('', `PO BOX ${idOf(bare[1])}`, '', 'post office box');
  const match = poBox.exec(plain);
  if (!match) return undefined;
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
