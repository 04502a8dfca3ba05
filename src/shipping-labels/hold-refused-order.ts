/** Puts an order on hold when a carrier, real or simulated, rejected one of its labels. */
import type { CarrierMessage } from '../carriers/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { createSystemCommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { applyHoldChanges, readHolds, redactedAddressHoldDescription, type SalesOrder } from '../sales-orders/index.ts';
import { buildCarrierRefusalHold } from '../warehouse/index.ts';
import { unpackOrders } from './unpack-order.ts';

/** A refusal in the carrier's words. */
interface CarrierRefusal {
  readonly because: string;
  readonly messages: readonly CarrierMessage[];
}

/**
 * Reopens a locked order and puts it on hold. Its stock stays reserved, and labels already paid for are voided. The
 * carrier's messages become the note of the work on the floor, but not for a refused address: that note is always
 * `redactedAddressHoldDescription`.
 */
export async function holdOrderRefusedByCarrier(
  tx: Tx,
  order: SalesOrder,
  { because, messages }: CarrierRefusal,
  at: Temporal.Instant,
): Promise<void> {
  const words = messages.map(({ text }) => text.trim()).filter((text) => text !== '');
  const note = because === 'address' ? redactedAddressHoldDescription : words.join('; ');
  const statuses = await unpackOrders(tx, [{ order, at, because: note }]);
  const status = assertPresent(statuses.get(order.orderId), 'the status of an order');
  const held = (await readHolds(tx, [order])).get(order.orderId) ?? [];
  const placed = [buildCarrierRefusalHold(because, messages)];
  const codes = messages.map(({ code }) => code).filter((code) => code !== '');
  await applyHoldChanges(
    tx,
    [{ order: { ...order, status }, held, placed, ended: [], data: { source: 'Carrier', codes } }],
    {
      ...createSystemCommandContext(order.customerNo, 'carrier'),
      because: 'the carrier refused a package',
      timeOf: () => at,
    },
  );
}
