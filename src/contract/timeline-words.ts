/** Timelines of orders and returns in words: what happened, and who did it. Pure. */

type Data = Readonly<Record<string, unknown>>;

interface Described {
  readonly kind: string;
  readonly data?: Data | undefined;
}

/**
 * Describes an event in sentences: the event, its reason, and the note of a person. An unknown kind is described by its
 * own name.
 */
export function describeTimelineEvent({ kind, data }: Described): string {
  const details = data ?? {};
  const words = wordsOf[kind];
  const what = words === undefined ? humanized(kind) : typeof words === 'string' ? words : words(details);
  const because = textIn(details, 'because');
  return [because === '' ? what : `${what}: ${because}`, textIn(details, 'note')]
    .filter(isFilled)
    .map(sentence)
    .join(' ');
}

/**
 * Names the actor of an event for people: a person of the operator by e-mail address, the operator, the winery, a release
 * schedule, or the part of this system.
 */
export function describeTimelineActor({
  actor,
  operation,
}: {
  readonly actor: string;
  readonly operation: string;
}): string {
  if (actor.startsWith(operatorActor)) return actor.slice(operatorActor.length);
  if (actor === 'operator') return 'The operator';
  if (actor === 'schedule') return 'A release schedule';
  if (actor !== 'system') return 'The winery';
  return partsOfSystem[operation] ?? 'Dray';
}

const operatorActor = 'operator:';
const partsOfSystem: Readonly<Record<string, string>> = { carrier: 'The carrier', warehouse: 'The warehouse' };

/** Words for the events of a return. */
const returnWords: Readonly<Record<string, string>> = {
  announced: 'announced',
  received: 'received at the warehouse',
  inspected: 'inspected',
  disposed: 'decided',
  canceled: 'canceled: it never arrived',
  closed: 'closed',
};

const wordsOf: Readonly<Record<string, string | ((data: Data) => string)>> = {
  'sales_order.accepted': (data) => `Accepted${onHold(data)}`,
  'sales_order.updated': (data) => `${changedIn(data)}${onHold(data)}`,
  'sales_order.held': (data) => `Held for ${holdsIn(data)}`,
  'sales_order.hold_ended': (data) => `A hold ended (${holdsIn(data)}), still held`,
  'sales_order.released': (data) => `Released (${holdsIn(data)})`,
  'sales_order.backorder_moved': 'Waits for stock in another warehouse',
  'sales_order.reservation_moved': (data) => `Ships from ${textIn(data, 'warehouse')} instead`,
  'sales_order.processing': 'The warehouse began to process it',
  'sales_order.completed': 'Completed, with nothing to pack',
  'sales_order.handed_over': ({ takenBy, isOfAge }) =>
    `Handed over to ${takenBy === 'other' ? 'another person for the recipient' : 'the recipient'}${isOfAge === true ? '; the ID was checked' : ''}`,
  'sales_order.short_picked': 'Part of its stock is missing',
  'sales_order.canceled': 'Canceled',
  'sales_order.labels_voided': 'Its labels were voided',
  // For entries that are older than `labels_voided` and `floor_taken_back`.
  'sales_order.taken_back': 'Taken back from the warehouse',
  'sales_order.floor_released': 'Released to the floor',
  'sales_order.floor_picking': (data) =>
    `Picking began${textIn(data, 'from') === '' ? '' : `, taken over from ${textIn(data, 'from')}`}`,
  'sales_order.floor_picked': (data) => (typeof data.short === 'number' ? `Picked, ${data.short} short` : 'Picked'),
  'sales_order.floor_short_picked': (data) =>
    `${data.units} × ${textIn(data, 'itemNo')} missing when it was picked (${textIn(data, 'reasonCode')})`,
  'sales_order.floor_damaged': (data) =>
    `${data.units} × ${textIn(data, 'itemNo')} damaged when it was packed (${textIn(data, 'reasonCode')})${typeof data.replaced === 'number' && data.replaced > 0 ? `, ${data.replaced} replaced` : ''}`,
  'sales_order.floor_box_lost': (data) =>
    `${capitalized(packageIn(data))}${trackingIn(data)} was reported lost with ${unitsIn(data)}: ${textIn(data, 'reasonCode')}`,
  'sales_order.floor_problem': ({ problem }) =>
    `The packing station reported a problem${problem === 'other' ? '' : ` with the ${problem}`}`,
  'sales_order.floor_packing': (data) =>
    `Packing began${textIn(data, 'from') === '' ? '' : `, taken over from ${textIn(data, 'from')}`}`,
  'sales_order.floor_box_closed': ({ box, weightLb, size, shipper }) =>
    [`Closed box ${box}, ${weightLb} lb`, size, shipper].filter((part) => part !== undefined).join(', '),
  'sales_order.floor_labels_wanted': 'Its labels were requested',
  'sales_order.floor_labeled': ({ boxes, labels }) =>
    `${labels === 0 ? 'Packed' : 'Labeled'}, ${boxes === 1 ? '1 box' : `${boxes} boxes`}`,
  'sales_order.floor_staged': (data) => `Staged box ${data.box}, ${data.staged} of ${data.of}${trackingIn(data)}`,
  'sales_order.floor_manifested': 'Put on the manifest of its carrier',
  'sales_order.floor_departed': 'Departed with its carrier',
  'sales_order.floor_stayed_behind': ({ because }) =>
    because === undefined ? 'Stayed behind: a box was missing' : 'Stayed behind',
  'sales_order.floor_taken_back': 'Taken back from the floor',
  'sales_order.reships': (data) => `Ships again what came back with return ${textIn(data, 'rmaNumber')}`,
  'purchase_order.created': 'Created',
  'purchase_order.updated': (data) => changedIn(data),
  'purchase_order.canceled': 'Canceled',
  'purchase_order.receiving': (data) => `Pallet ${data.pallet} is being counted`,
  'purchase_order.receiving_ended': (data) => `The count of pallet ${data.pallet} was discarded`,
  'purchase_order.received': (data) =>
    `Received ${unitsIn(data)}${textIn(data, 'status') === 'RECEIVED' ? ', complete' : ''}`,
  'purchase_order.closed': (data) => `Closed short${missingIn(data, 'missing', 'did not arrive')}`,
  'transfer_order.created': 'Created',
  'transfer_order.updated': (data) => changedIn(data),
  'transfer_order.canceled': 'Canceled',
  'transfer_order.reserved': 'Its stock is reserved',
  'transfer_order.waiting': 'Waits for stock',
  'transfer_order.short_picked': (data) => `${data.units} × ${textIn(data, 'itemNo')} missing when it was picked`,
  'transfer_order.picking': (data) => `Picking began at ${textIn(data, 'warehouse')}`,
  'transfer_order.shipped': (data) => `Left ${textIn(data, 'from')} for ${textIn(data, 'to')} with ${unitsIn(data)}`,
  'transfer_order.receiving': (data) => `Pallet ${data.pallet} is being counted`,
  'transfer_order.receiving_ended': (data) => `The count of pallet ${data.pallet} was discarded`,
  'transfer_order.received': (data) =>
    `Received ${unitsIn(data)}${textIn(data, 'status') === 'RECEIVED' ? ', complete' : ''}`,
  'transfer_order.closed': (data) => `Closed${missingIn(data, 'short', 'did not arrive and were written off')}`,
  'receipt.parked': (data) => `Parked at ${textIn(data, 'place')}: no order announced it`,
  'receipt.attached': (data) => `Attached to purchase order ${textIn(data, 'purchaseOrderNumber')}`,
  'receipt.discarded': 'Discarded',
  'package.packed': (data) => `Packed ${packageIn(data)}${trackingIn(data)}`,
  'package.repacked': 'Packed again with other contents',
  'package.canceled': (data) => `Canceled ${packageIn(data)}${trackingIn(data)}`,
  'package.relabeled': (data) => `New label for ${packageIn(data)}${trackingIn(data)}`,
  'package.label_bought': (data) => `Bought the label of ${packageIn(data)}${trackingIn(data)}`,
  'package.label_voided': (data) => `Voided the label of ${packageIn(data)}${trackingIn(data)}`,
  'package.label_void_refused': (data) =>
    `The carrier refused to void the label of ${packageIn(data)}${trackingIn(data)}, which stays paid for`,
  'package.left_voided': (data) => `The carrier has ${packageIn(data)}${trackingIn(data)}, whose label was voided`,
  'package.left_early': (data) => `The carrier has ${packageIn(data)}${trackingIn(data)}, but the order must not ship`,
  'package.departure_acknowledged': (data) =>
    `Acknowledged that ${packageIn(data)}${trackingIn(data)} left although it must not`,
  'package.shipped': (data) => `Shipped ${packageIn(data)}${trackingIn(data)}`,
  'package.scanned': (data) =>
    `${capitalized(packageIn(data))}: ${[textIn(data, 'message') || textIn(data, 'status').toLowerCase(), textIn(data, 'location')].filter(isFilled).join(', ')}`,
  'package.scan_unknown': (data) => `${capitalized(packageIn(data))}: an unknown scan, ${textIn(data, 'message')}`,
  'package.estimated': (data) =>
    `${capitalized(packageIn(data))} is expected to arrive on ${textIn(data, 'estimatedDeliveryDate')}`,
  'package.mishap': (data) => `Reported ${textIn(data, 'mishap').toLowerCase().replaceAll('_', ' ')}`,
  'jit_label.wanted': 'A label was requested',
  'jit_label.generated': 'The label was made',
  'jit_label.reprinted': 'The label was printed again',
  'jit_label.scanned': 'The label was scanned at the packing station',
  'jit_label.scanned_again': 'The label was scanned again',
  ...Object.fromEntries(
    Object.keys(returnWords).flatMap((event) => [
      [`sales_order.return_${event}`, (data: Data) => `Return ${textIn(data, 'rmaNumber')} ${returned(event, data)}`],
      [`return.${event}`, (data: Data) => capitalized(returned(event, data))],
    ]),
  ),
};

function returned(event: string, data: Data): string {
  const disposition = event === 'disposed' ? textIn(data, 'disposition') : '';
  return `${returnWords[event]}${disposition === '' ? '' : `: ${disposition}`}`;
}

const textIn = (data: Data, name: string): string => (typeof data[name] === 'string' ? data[name] : '');

/** The sum of the lines of an entry, and of its surplus. */
function unitsIn({ lines, surplus }: Data): string {
  const posted: readonly Data[] = [lines, surplus].flatMap((each) => (Array.isArray(each) ? each : []));
  const sum = posted.reduce((units, line) => units + Number(line.quantity ?? line.units ?? 0), 0);
  return sum === 1 ? '1 unit' : `${sum} units`;
}

/** `: 12 × WINE-1 did not arrive`; '' when nothing is missing. */
function missingIn(data: Data, name: string, what: string): string {
  const lines: readonly Data[] = Array.isArray(data[name]) ? data[name] : [];
  const units = Map.groupBy(lines, (line) => textIn(line, 'itemNo'));
  const missing = [...units].map(([itemNo, own]) => {
    return `${own.reduce((sum, line) => sum + Number(line.quantity ?? line.units ?? 0), 0)} × ${itemNo}`;
  });
  return missing.length === 0 ? '' : `: ${missing.join(', ')} ${what}`;
}

function holdsIn({ holds }: Data): string {
  const reasons = Array.isArray(holds) ? holds.map(({ reason }: { reason: string }) => reason) : [];
  return [...new Set(reasons)].join(', ');
}

function onHold(data: Data): string {
  const reasons = holdsIn(data);
  return reasons === '' ? '' : `, on hold: ${reasons}`;
}

/** What an update changed, by the fields and parts of its request. */
const changedIn = (data: Data): string =>
  Array.isArray(data.changed) && data.changed.length === 0
    ? 'Sent again without changes'
    : `Changed${listIn(data, 'changed', ': ')}`;

function listIn(data: Data, name: string, before: string): string {
  const values = data[name];
  return Array.isArray(values) && values.length > 0 ? `${before}${values.map(spaced).join(', ')}` : '';
}

function packageIn({ package: packageNo, of }: Data): string {
  if (typeof packageNo !== 'number') return 'a package';
  // Packages that were replaced or lost keep their numbers, and do not count.
  return typeof of === 'number' && of > 1 && packageNo <= of ? `package ${packageNo} of ${of}` : `package ${packageNo}`;
}

function trackingIn(data: Data): string {
  const trackingNo = textIn(data, 'trackingNo');
  return trackingNo === '' ? '' : ` (${trackingNo})`;
}

const isFilled = (text: string): boolean => text !== '';

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const sentence = (text: string): string => capitalized(/[.!?]$/.test(text) ? text : `${text}.`);

/** `RecipientContactInfo` -> `recipient contact info`; `OrderInfo.ReferenceNo` -> `reference no` */
const spaced = (name: unknown): string =>
  String(name)
    .replace(/^(Order|Transfer)Info\./, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();

/** `sales_order.something_new` -> `something new` */
const humanized = (kind: string): string => kind.slice(kind.indexOf('.') + 1).replaceAll('_', ' ');
