/** The audit entries of changes of one order, the same for operations and commands. Their subject is the order's id. */
import { formatInstant } from '../lib/dates.ts';
import type { AuditEntry } from '../operators/index.ts';
import type {
  Hold,
  HoldChangeResult,
  OrderStatus,
  SalesOrderCancellationResult,
  SalesOrderUpdateResult,
} from '../sales-orders/index.ts';
import type { WillCallPickup } from '../warehouse/index.ts';

/** The entry of a Customer Service hold that was placed, or that replaced the former one. */
export const holdPlacedAuditEntry = (customerNo: string, changed: HoldChangeResult): AuditEntry => ({
  action: 'hold.placed',
  subject: changed.orderId,
  customerNo,
  before: { Status: changed.before, ...changed.former.map(termsOf)[0] },
  after: { Status: changed.after, ...changed.placed.map(termsOf)[0] },
});

const termsOf = ({ description, endsAt }: Hold) => ({
  Reason: description,
  EndsAt: endsAt === undefined ? '' : formatInstant(endsAt),
});

interface EndedHolds {
  readonly orderId: string;
  readonly before: OrderStatus;
  readonly after: OrderStatus;
}

export const holdReleasedAuditEntry = (
  customerNo: string,
  { orderId, before, after }: EndedHolds,
  ended: readonly Hold[],
): AuditEntry => ({
  action: 'hold.released',
  subject: orderId,
  customerNo,
  before: { Status: before, Holds: ended.map(({ reason, cause }) => ({ Reason: reason, Cause: cause })) },
  after: { Status: after },
});

export const orderCanceledAuditEntry = (
  customerNo: string,
  { orderId, before, reference }: SalesOrderCancellationResult,
): AuditEntry => ({
  action: 'order.canceled',
  subject: orderId,
  customerNo,
  before: { Status: before },
  after: { Status: 'CANCELED', Reference: reference },
});

/** The entry of a will-call order that was handed over. */
export const orderHandedOverAuditEntry = (
  { order: { customerNo }, isOfAge, isTakenByOther = false }: WillCallPickup,
  { orderId, packages }: { readonly orderId: string; readonly packages: number },
): AuditEntry => ({
  action: 'order.handed_over',
  subject: orderId,
  customerNo,
  before: { Status: 'PROCESSING ORDER' },
  after: { Status: 'SHIPPED', Packages: packages, IsOfAge: isOfAge, TakenBy: isTakenByOther ? 'other' : 'recipient' },
});

/** The entry of a corrected recipient. The audit stores only the names of the corrected fields; the order has the address. */
export const recipientCorrectedAuditEntry = (
  customerNo: string,
  { orderId, reference }: SalesOrderUpdateResult,
  fields: readonly string[],
): AuditEntry => ({
  action: 'order.recipient_corrected',
  subject: orderId,
  customerNo,
  after: { Reference: reference, Fields: fields },
});
