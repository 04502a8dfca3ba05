/**
 * The order that is open at the packing station: what a scan means for it, what the person is told of it, and what a refusal of
 * a step leads to. Nothing here calls the server.
 */
import type { ApiError } from '../../api/api-error.ts';
import type { ReplyOf } from '../../api/operation-types.ts';
import type { StepOutcome } from '../../station/station.ts';

export type PackingSession = ReplyOf<'/api/Floor/OpenPacking'>;

/** The choices of a person after the scan of an order was refused. */
export type PackingOffer =
  | { readonly kind: 'take over'; readonly scan: string; readonly customerNo?: string }
  /** The wineries of orders with this name, or the warehouses of totes with this code. */
  | {
      readonly kind: 'choose';
      readonly scan: string;
      readonly names: 'customerNo' | 'warehouse';
      readonly choices: readonly string[];
    };

/** The part of the station's state that is about its order. */
export interface PackingOrderState {
  readonly session: PackingSession | undefined;
  readonly offer: PackingOffer | undefined;
}

/** States in which another person may be working on the order. */
const claimable = /^(RELEASED|PICKING|PICKED|SHORT|PACKING|LABELING|LABELED|STAGED|MANIFESTED)$/;

/** Whether the order left the floor before it was shipped, because of a problem or because it was taken back. */
export const isOffFloor = ({ State }: PackingSession): boolean => State === 'problem' || State === 'stopped';

/** Whether a scan is the label of a JIT order, which its winery packed. */
export const isJitLabel = (code: string): boolean => /^\s*JIT-/i.test(code);

/**
 * Whether a scan is the label of one of the session's boxes. Barcodes of USPS and FedEx end with the tracking number, which the
 * server extracts.
 */
function isLabelOf(code: string, { Boxes }: PackingSession): boolean {
  const barcode = code.replaceAll(/\s/g, '').toUpperCase();
  return Boxes.some(({ TrackingNumber: number }) => number !== '' && barcode.endsWith(number.toUpperCase()));
}

/**
 * What a scan is: it opens an order if none is open, or if the open one is finished or waits for the scan of its labels, and this
 * is none of them.
 */
export function decidePackingScan(code: string, session: PackingSession | undefined): 'order' | 'label' | 'bottle' {
  if (session === undefined) return 'order';
  if (session.Next !== 'stage' && session.Next !== 'none') return 'bottle';
  return isLabelOf(code, session) ? 'label' : 'order';
}

/** Why an order that a scan opened is not shown: it was opened by its label, while another one waits for its own. */
export function checkOpenedOrder(
  code: string,
  waiting: PackingSession | undefined,
  opened: PackingSession,
): string | undefined {
  const isOther = opened.TransactionReferenceNumber !== waiting?.TransactionReferenceNumber;
  if (waiting?.Next !== 'stage' || !isOther || !isLabelOf(code, opened)) return undefined;
  const [mine, other] = [waiting.OrderNo, opened.OrderNo];
  return `This is the label of order ${other}. Stick that of order ${mine} on its box and scan it, or put ${mine} aside first.`;
}

/** Shows the session as the server returned it. */
export const outcomeOfSession = (session: PackingSession): StepOutcome<PackingOrderState> => [
  isOffFloor(session) ? 'wrong' : (session.Verdict ?? 'right'),
  session.Message || openedMessage(session),
  { session },
];

function openedMessage({ OrderNo, Next }: PackingSession): string {
  const what: Readonly<Record<PackingSession['Next'], string>> = {
    scan: 'Scan its bottles.',
    'finish box': 'Weigh the box.',
    'buy labels': 'Buy its labels.',
    wait: 'The carrier has not replied yet.',
    stage: 'Stick the label, scan it, stage the box.',
    none: 'There is nothing left to do here.',
  };
  return `Order ${OrderNo}. ${what[Next]}`;
}

/** How the station names its order when it opens it again. */
export const scanOfOrder = ({ CustomerNo, TransactionReferenceNumber }: PackingSession) => ({
  Scan: TransactionReferenceNumber,
  CustomerNo,
});

/** A scan that opens an order, or was to. */
export interface OrderScan {
  readonly scan: string;
  readonly customerNo?: string | undefined;
  /** By the person, who may have scanned something else instead; not by a button of the page. */
  readonly isByHand: boolean;
}

/** What the person is told when an order is not opened. */
export function outcomeOfRefusedOrder(
  { scan, customerNo, isByHand }: OrderScan,
  session: PackingSession | undefined,
  error: ApiError,
): StepOutcome<PackingOrderState> {
  // After another label, of a colleague's order or of none on the floor, the open one still waits for its own. The number of a
  // colleague's order is in the reason.
  const isNoOrder = isByHand && (error.code === 'NotFound' || !error.message.includes(scan.trim()));
  if (session?.Next === 'stage' && isNoOrder)
    return ['wrong', `This is not the label of order ${session.OrderNo}. ${error.message}`];
  // Close the previous order: the person has scanned another one.
  return ['wrong', error.message, { session: undefined, offer: offerAfterRefusal(scan, customerNo, error) }];
}

/** What the person may choose after the refusal of an order: to take it over, or which of several it is. */
export function offerAfterRefusal(
  scan: string,
  customerNo: string | undefined,
  { code, state, faults }: ApiError,
): PackingOffer | undefined {
  if (code === 'StateForbids' && claimable.test(state))
    return { kind: 'take over', scan, ...(customerNo !== undefined && { customerNo }) };
  const [fault] = faults.filter(({ Field }) => Field === 'CustomerNo' || Field === 'Warehouse');
  const several = fault?.Message.split('must be one of ')[1];
  if (several === undefined) return undefined;
  const names = fault?.Field === 'Warehouse' ? 'warehouse' : 'customerNo';
  return { kind: 'choose', scan, names, choices: several.split(', ') };
}
