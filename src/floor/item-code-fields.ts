/** Codes of items in requests and replies of the operator interface. */
import Type, { type Static } from 'typebox';
import { itemKeyFields } from '../contract/operator-key-fields.ts';
import { type AuditContext, recordAudit } from '../operators/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { SavedItemCode } from './item-code-store.ts';

export const itemCodeKeyFields = {
  ...itemKeyFields,
  Code: Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'The code as a scanner reads it. A UPC-A, EAN-8, EAN-13 or ITF-14, and the GTIN with which a GS1 barcode begins, is kept as GTIN-14; any other text in capital letters.',
  }),
};

export const ItemCodeRecord = Type.Object({
  CustomerNo: Type.String(),
  ItemNo: Type.String(),
  Code: Type.String({ description: 'As it is kept.' }),
  Units: Type.Integer({ description: 'Units of the item that a scan of the code counts.' }),
});

export const itemCodeExample: Static<typeof ItemCodeRecord> = {
  CustomerNo: 'W1001',
  ItemNo: '23PIN-01',
  Code: '10012345678902',
  Units: 12,
};

export const itemCodeRecord = ({ customerNo, itemNo, code, units }: SavedItemCode): Static<typeof ItemCodeRecord> => ({
  CustomerNo: customerNo,
  ItemNo: itemNo,
  Code: code,
  Units: units,
});

/** The content of a code that the audit records, and from which its version is computed. */
export const itemCodeAuditRecord = ({ code, units }: SavedItemCode) => ({ Code: code, Units: units });

/** The input of `assertRecordVersion` for an edit of a code. */
export const toItemCodeVersionCheck = (
  { customerNo, itemNo, code }: Pick<SavedItemCode, 'customerNo' | 'itemNo' | 'code'>,
  before: SavedItemCode | undefined,
  expected: string | undefined,
) => ({
  noun: 'item_code',
  subject: itemNo,
  name: `code ${code} of ${itemNo}`,
  customerNo,
  expected,
  before: before && itemCodeAuditRecord(before),
});

/** Records in the audit that a code was set, or removed when `after` is undefined. */
export function recordItemCodeAudit(
  tx: Tx,
  context: AuditContext,
  { customerNo, itemNo }: Pick<SavedItemCode, 'customerNo' | 'itemNo'>,
  { before, after }: { readonly before: SavedItemCode | undefined; readonly after: SavedItemCode | undefined },
): void {
  recordAudit(tx, context, {
    action: `item_code.${after === undefined ? 'removed' : 'set'}`,
    subject: itemNo,
    customerNo,
    before: before && itemCodeAuditRecord(before),
    after: after && itemCodeAuditRecord(after),
  });
}
