/** A change of stock by hand as the form of its dialog has it: when it is complete, which reasons fit, and its request. */
import type { Call, ReplyOf } from '../../api/operation-types.ts';

type Reason = ReplyOf<'/api/ReasonCodes/List'>['Records'][number];

export interface StockChange {
  readonly warehouse: string;
  readonly status: string;
  readonly kind: 'adjust' | 'status' | 'produce';
  /** As typed. */
  readonly units: number | string;
  readonly reason: string;
  readonly toStatus: string;
  /** What a set is made of, as `2 WINE-1; WINE-2`. */
  readonly components: string;
  readonly note: string;
}

export const emptyStockChange: StockChange = {
  warehouse: '',
  status: '',
  kind: 'adjust',
  units: '',
  reason: '',
  toStatus: '',
  components: '',
  note: '',
};

const usedFor = { adjust: 'adjustment', status: 'status change' } as const;

/** The reasons that fit: an adjustment has those of its direction, a production has none. */
export function reasonsFor({ kind, units }: StockChange, reasons: readonly Reason[]): readonly Reason[] {
  if (kind === 'produce') return [];
  const direction = Number(units) > 0 ? 'in' : 'out';
  return reasons.filter(
    ({ UsedFor, Direction }) =>
      UsedFor === usedFor[kind] && (kind === 'status' || Direction === 'both' || Direction === direction),
  );
}

export function isCompleteStockChange(change: StockChange): boolean {
  const { warehouse, status, kind, units, reason, toStatus, components } = change;
  const quantity = Number(units);
  if (warehouse === '' || !Number.isInteger(quantity)) return false;
  if (kind === 'adjust') return quantity !== 0 && reason !== '';
  if (kind === 'produce') return quantity > 0 && components.trim() !== '';
  return quantity > 0 && reason !== '' && toStatus !== '' && toStatus !== status;
}

/** `2 WINE-1; WINE-2`: the units for one set come first. */
export const parseComponents = (text: string) =>
  text
    .split(';')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, units = '1', itemNo = line] = /^(\d+)\s*[×x]?\s+(.+)$/.exec(line) ?? [];
      return { ItemNo: itemNo, QuantityPerSet: Number(units) };
    });

/** Posts the change, or only returns its effects. */
export async function postStockChange(
  call: Call,
  { status, kind, units, reason, toStatus, components, note }: StockChange,
  where: { readonly CustomerNo: string; readonly Warehouse: string; readonly Preview: boolean },
  ItemNo: string,
): Promise<ReplyOf<'/api/Inventory/Adjust'>> {
  const Quantity = Number(units);
  if (kind === 'produce') {
    const made = { InventoryStatus: status, ItemNo, Quantity, ...(note.trim() && { Note: note.trim() }) };
    return await call('/api/Inventory/Produce', { ...where, ...made, Components: parseComponents(components) });
  }
  const change = { ...where, ReasonCode: reason, Items: [{ ItemNo, Quantity }] };
  if (kind === 'adjust') return await call('/api/Inventory/Adjust', { ...change, InventoryStatus: status });
  return await call('/api/Inventory/ChangeStatus', {
    ...change,
    FromInventoryStatus: status,
    ToInventoryStatus: toStatus,
  });
}
