/**
 * Boxes that stayed in the warehouse although their carrier has others of their order, which is shipped (decision 42), and that were opened
 * at the returns station: their bottles come into the stock with a return. They are canceled, which says that they were not shipped.
 */
import { readCustomerClock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type OrderReturn, readReturnsOfOrders } from '../returns/index.ts';
import type { SalesOrderKey } from '../sales-orders/index.ts';
import { cancelPackage } from '../shipping-labels/index.ts';
import { hasLeft, isLivePackage, type Package, readPackages } from '../warehouse/index.ts';

/**
 * Cancels the boxes of a locked order that did not leave, and of which inspections found bottles: more of an item than all other boxes of
 * the order held. Their labels are voided. They keep their contents, which the ledger has as shipped and returned, so neither stock nor
 * order lines change. Inspections of this transaction count. Returns the canceled boxes.
 */
export async function cancelUnpackedBoxes(tx: Tx, order: SalesOrderKey): Promise<Package[]> {
  const packages = await readPackages(tx, [order]);
  const stayed = packages.filter((p) => isLivePackage(p) && !hasLeft(p));
  if (stayed.length === 0) return [];
  const returns = await readReturnsOfOrders(tx, [order]);
  const packed = packages.flatMap(({ items }) => items).map(({ itemNo, units }) => ({ itemNo, quantity: units }));
  const unpacked = stayed.filter((box) => {
    const own = box.items.map(({ itemNo, units }) => ({ itemNo, quantity: units }));
    return own.some(({ itemNo }) => unitsOf(foundIn(returns), itemNo) > unitsOf(packed, itemNo) - unitsOf(own, itemNo));
  });
  const at = await readCustomerClock(tx, order.customerNo);
  for (const { packageId, items } of unpacked) {
    const holding = returns.filter((each) => items.some(({ itemNo }) => unitsOf(foundIn([each]), itemNo) > 0));
    const because = `it did not leave, and its bottles are in ${holding.map(({ rmaNumber }) => rmaNumber).join(', ')}`;
    await cancelPackage(tx, order, { packageId, items }, at, because);
  }
  return unpacked;
}

interface Units {
  readonly itemNo: string;
  readonly quantity: number;
}

const foundIn = (returns: readonly OrderReturn[]): Units[] =>
  returns.flatMap(({ lines }) =>
    lines.flatMap(({ itemNo, findings }) => findings.map(({ quantity }) => ({ itemNo, quantity }))),
  );

const unitsOf = (units: readonly Units[], itemNo: string): number =>
  units.reduce((sum, each) => (each.itemNo === itemNo ? sum + each.quantity : sum), 0);
