/**
 * Positions in the sections of Counts/List and in Counts/Differences, written as the `Next` of a page. Each reader
 * returns undefined for any other text. Pure.
 */
import { createKeyPositionCodec } from '../contract/list-fields.ts';
import { parseInstant } from '../lib/dates.ts';
import { isUuid } from '../lib/uuid.ts';
import type { DueForCountPosition } from './count-plan-lists.ts';
import type { CountWalkPosition, OpenCountLinePosition } from './list-counts.ts';
import type { ItemStatusKey } from './list-placement.ts';

export const formatCountWalkPosition = ({ walkOrder, location }: CountWalkPosition): string =>
  `${walkOrder} ${location}`;

export function parseCountWalkPosition(text: string): CountWalkPosition | undefined {
  const [, walkOrder, location = ''] = /^(\d{1,9}) (.*)$/.exec(text) ?? [];
  return walkOrder === undefined ? undefined : { walkOrder: Number(walkOrder), location };
}

const item = createKeyPositionCodec('customerNo', 'status', 'itemNo');

export const formatItemStatusPosition = ({ customerNo, status, itemNo }: ItemStatusKey): string =>
  item.write({ customerNo, status, itemNo });

export const parseItemStatusPosition = (text: string): ItemStatusKey | undefined => item.read(text);

const due = createKeyPositionCodec('class', 'countedAt', 'customerNo', 'status', 'itemNo');
const never = 'never';

export const formatDueForCountPosition = ({ countedAt, ...position }: DueForCountPosition): string =>
  due.write({ ...position, countedAt: countedAt?.toString() ?? never });

export function parseDueForCountPosition(text: string): DueForCountPosition | undefined {
  const read = due.read(text);
  if (read === undefined) return undefined;
  const countedAt = read.countedAt === never ? null : parseInstant(read.countedAt);
  const isKnown = (each: string): each is DueForCountPosition['class'] => each === 'A' || each === 'B' || each === 'C';
  return countedAt === undefined || !isKnown(read.class) ? undefined : { ...read, class: read.class, countedAt };
}

const count = createKeyPositionCodec('state', 'openedAt', 'customerNo', 'countId', 'status', 'itemNo');
const settled = 'settled';
const unsettled = 'open';

export const formatOpenCountLinePosition = ({ isConfirmed, openedAt, ...position }: OpenCountLinePosition): string =>
  count.write({ ...position, state: isConfirmed ? settled : unsettled, openedAt: openedAt.toString() });

export function parseOpenCountLinePosition(text: string): OpenCountLinePosition | undefined {
  const read = count.read(text);
  const openedAt = parseInstant(read?.openedAt ?? '');
  if (read === undefined || openedAt === undefined || !isUuid(read.countId)) return undefined;
  if (read.state !== settled && read.state !== unsettled) return undefined;
  const { customerNo, countId, status, itemNo } = read;
  return { customerNo, countId, status, itemNo, openedAt, isConfirmed: read.state === settled };
}
