/**
 * The bodies of an operation that cost most to read, as its schema admits them: made from the schema, each as long or as rich
 * in values as the server reads at all.
 */
import { type Operation, operationName } from '../../src/platform/http/operation.ts';
import type { OperatorOperation } from '../../src/platform/http/operator-operation.ts';
import { createSalesOrderOperation } from '../../src/sales-orders/operations/create-sales-order.ts';
import { type CallerCredentials, withCredentials } from '../support/client.ts';
import { freshOrderNo } from '../support/orders.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly independentItems?: boolean;
}

const mib = 1024 ** 2;

/** The kind that has a part of all others. */
export const allAtOnce = 'all at once';
const longTexts = 'long texts';
/** In order, with every list as long as its bound. */
export const asLongAsItMayBe = 'as long as it may be';
/** Not read at all: more values than any request may have. */
const beyondAll = 'beyond all bounds';

/** What a body may have. */
interface Room {
  readonly bytes: number;
  readonly values: number;
  /** Orders of a batch; 1 for what is no batch. */
  readonly members: number;
}

const roomOf = (operation: Operation | OperatorOperation): Room =>
  'batch' in operation && operation.batch !== undefined
    ? { bytes: 5 * mib, values: 245_000, members: 500 }
    : { bytes: mib, values: 24_000, members: 1 };

/** Stands for a text until the body is written: texts with escapes cannot be made from values. */
const mark = '@@';

/** Stands for members of a list, as many as there are bytes for. */
const endless = '"##"';

type Make = (schema: Schema, path: string) => unknown;

/** An object as the schema has it, each of its leaves and arrays made by `make`; the first answer counts. */
function filled(schema: Schema, make: Make, path = ''): unknown {
  const made = make(schema, path);
  if (made !== undefined) return made;
  if (schema.properties === undefined) return schema.type === 'array' ? [] : {};
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => [name, filled(property, make, `${path}.${name}`)]),
  );
}

function countOf(schema: Schema, isCounted: (part: Schema) => boolean): number {
  const own = isCounted(schema) ? 1 : 0;
  const parts = Object.values(schema.properties ?? {});
  return parts.reduce((sum, part) => sum + countOf(part, isCounted), own);
}

const isText = ({ type, properties }: Schema): boolean => type === 'string' && properties === undefined;
const isOpen = ({ type, properties }: Schema): boolean => type === 'object' && properties === undefined;
const isList = ({ type, independentItems }: Schema): boolean => type === 'array' && independentItems !== true;

/** Stands for as many members of an object until the body is written: a key that was not sent before for each. */
const distinct = (count: number, value: '@@' | 1): Record<string, unknown> =>
  count > 0 ? { [`##${count}##`]: value } : {};

function writeDistinct(count: number, value: string): string {
  distinctKeys += 1;
  const prefix = `"${distinctKeys.toString(36)}_`;
  const after = `":${value}`;
  return Array.from({ length: count }, (_, index) => prefix + index.toString(36) + after).join(',');
}
let distinctKeys = 0;

/** Every list full of members that are wrong, up to its bound or far beyond it; all else of the wrong type. */
const wrongMembers = (members: (items: Schema) => unknown, isBounded: boolean) => (schema: Schema, room: Room) => {
  const lists = countOf(schema, isList);
  return filled(schema, (part) => {
    if (isList(part)) {
      const member = members(part.items ?? {});
      const values = JSON.stringify(member).split(/[,[{]/).length;
      const most = Math.floor(room.values / room.members / lists / values);
      return Array(isBounded ? Math.min(part.maxItems ?? 1, most) : most).fill(member);
    }
    return part.properties === undefined ? [] : undefined;
  });
};

const faultyMember = (items: Schema): unknown =>
  items.properties === undefined ? '' : filled(items, (part) => (part.properties === undefined ? [] : undefined));

/** A bit of everything that costs: faulty members, unknown properties, open objects, long texts with escapes. */
const everything = (schema: Schema, room: Room): unknown => {
  const third = Math.floor(room.values / room.members / 3);
  const faulty = wrongMembers(faultyMember, true)(schema, { ...room, values: third * room.members });
  const open = countOf(schema, isOpen);
  const merge = (part: Schema, sent: unknown): unknown => {
    if (isText(part)) return mark;
    if (isOpen(part)) return distinct(Math.floor(third / open), 1);
    if (part.properties === undefined) return sent;
    const members = Object.entries(part.properties).map(([name, property]) => [
      name,
      merge(property, (sent as Record<string, unknown>)[name]),
    ]);
    return Object.fromEntries(members);
  };
  return { ...(merge(schema, faulty) as object), ...distinct(third, 1) };
};

const kinds: Readonly<Record<string, (schema: Schema, room: Room) => unknown>> = {
  [allAtOnce]: everything,
  'members of the wrong type': wrongMembers(() => 1, false),
  'as many faulty members as a list may have': wrongMembers(faultyMember, true),
  'unknown properties, all different': (schema, room) => ({
    ...(filled(schema, () => undefined) as object),
    ...distinct(Math.floor(room.values / room.members) - 200, mark),
  }),
  'open objects of many properties': (schema, room) => {
    const values = Math.floor(room.values / room.members) - 200;
    const members = wrongMembers((items) => filled(items, (part) => (isOpen(part) ? { a: mark } : [])), true);
    const open = countOf(schema, isOpen);
    if (open === 0) return members(schema, room);
    return filled(schema, (part) => (isOpen(part) ? distinct(Math.floor(values / open), 1) : undefined));
  },
  'deep lists': (schema, room) => {
    const levels = room.members === 1 ? 60 : 55;
    const nested = Array(levels - 1)
      .fill(0)
      .reduce((inner) => [inner], [] as unknown);
    const values = Math.floor(room.values / room.members / levels / 2);
    return filled(schema, (part) =>
      isOpen(part) ? { a: nested } : isList(part) ? Array(values).fill(nested) : undefined,
    );
  },
  [beyondAll]: (schema) => ({
    ...(filled(schema, (part) => (part.type === 'array' ? ['##'] : undefined)) as object),
    Unknown: ['##'],
  }),
  [longTexts]: (schema) => filled(schema, (part) => (isText(part) ? mark : isList(part) ? [mark] : undefined)),
};

/** Members of which nothing is read. */
const members = ['1', '{"a":{}}'];

/** With what the marks of a body are replaced, over and over. */
const texts = ['\\u0041', 'drp_test_AAAAAAAAAAAAAAAAAAAAAAAAA ', '1 BOX RR ', '11/18/2026 - ', '\\u0000'];

function written(body: unknown, room: Room, unit: string): string {
  const text = JSON.stringify(body).replaceAll(/"##(\d+)##":("@@"|1)/g, (_, count: string, value: string) =>
    writeDistinct(Number(count), value),
  );
  const lists = text.split(endless).length - 1;
  if (lists > 0) {
    const count = Math.floor((room.bytes - text.length) / lists / (unit.length + 1));
    return text.replaceAll(endless, Array(count).fill(unit).join(','));
  }
  const marks = text.split(mark).length - 1;
  if (marks === 0) return text;
  const repeats = Math.floor((room.bytes - text.length) / marks / unit.length);
  return text.replaceAll(mark, unit.repeat(Math.max(0, repeats)));
}

/** The example with every list as long as its bound, all members alike. */
function accepted(operation: Operation | OperatorOperation, room: Room): unknown {
  const lines = (count: number) => ({
    ...createSalesOrderOperation.requestExample,
    OrderInfo: { OrderNo: freshOrderNo(), OrderType: 'CLUB' },
    ItemsInfo: Array(count).fill({ ItemNo: 'WINE-1', ItemQuantity: 1 }),
  });
  if (operation === createSalesOrderOperation) return lines(1_000);
  if (room.members > 1) return { SalesOrdersInfo: Array.from({ length: room.members }, () => lines(100)) };
  const lengthen = (schema: Schema, example: unknown): unknown => {
    if (Array.isArray(example)) return Array(Math.min(schema.maxItems ?? 1, 5_000)).fill(example[0]);
    if (typeof example !== 'object' || example === null) return example;
    return Object.fromEntries(
      Object.entries(example).map(([name, value]) => [name, lengthen(schema.properties?.[name] ?? {}, value)]),
    );
  };
  return lengthen(operation.request as Schema, operation.requestExample);
}

/** New in each call: keys and order numbers are never used again. */
export function worstBody(operation: Operation, caller: CallerCredentials, kind: string, unit: string): string {
  const room = roomOf(operation);
  const of = kinds[kind];
  let body: object;
  if (of === undefined) body = accepted(operation, room) as object;
  else if (room.members === 1 || kind === beyondAll) body = of(operation.request as Schema, room) as object;
  else {
    const order = () => of(createSalesOrderOperation.request as Schema, room);
    body = { SalesOrdersInfo: Array.from({ length: room.members }, order) };
  }
  const sent = withCredentials(operationName(operation), caller, body);
  return written(sent, room, unit);
}

/** Of an operation of the operator interface, whose credentials are headers. */
export function worstOperatorBody(operation: OperatorOperation, kind: string, unit: string): string {
  const room = roomOf(operation);
  const body = kinds[kind]?.(operation.request as Schema, room) ?? accepted(operation, room);
  return written(body, room, unit);
}

/** Kinds, and the texts with which they are written. */
export const worstKinds: readonly (readonly [kind: string, unit: string])[] = [
  ...Object.keys(kinds).flatMap((kind) => {
    const units = kind === beyondAll ? members : kind === longTexts ? texts : texts.slice(0, 1);
    return units.map((unit): [string, string] => [kind, unit]);
  }),
  [asLongAsItMayBe, ''],
];
