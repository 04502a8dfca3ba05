/** ItemCodes/Import: codes of a customer's items from a CSV file. */
import Type from 'typebox';
import {
  assertNoCsvFaults,
  csvPreviewField,
  csvTextField,
  parseCsvRejectingRowFaults,
} from '../../contract/csv-import.ts';
import type { CsvRowFault } from '../../lib/csv-table.ts';
import { recordAudit } from '../../operators/index.ts';
import type { Tx } from '../../platform/db/db.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { formatSkuKey, readUpcCodes } from '../../skus/index.ts';
import { floorLeadRoles } from '../floor-fields.ts';
import { catalogCodesOfItem, normalizeItemCode } from '../item-code.ts';
import { itemCodeKeyFields } from '../item-code-fields.ts';
import { type ItemCodeFileRow, maxItemCodeFileLines, parseItemCodeFile } from '../item-code-import.ts';
import { lockItemCodeEdits, lockItemCodes, saveItemCodes } from '../item-code-store.ts';

/** Maximum changes that a reply lists. */
const maxShown = 100;

export const itemCodesImportOperation = defineOperatorCommand({
  path: '/api/ItemCodes/Import',
  summary: 'Import codes of items',
  description:
    `Adds codes of a customer's items and changes their units, from a CSV file with a header, at most ${maxItemCodeFileLines} lines: \`item_no\`, \`code\`, and optionally \`units\` (default 1). ` +
    'All of it is imported or, when a line has a fault, nothing. Codes that the file does not name stay as they are.',
  roles: floorLeadRoles,
  request: Type.Object({
    CustomerNo: itemCodeKeyFields.CustomerNo,
    Csv: csvTextField,
    Preview: csvPreviewField,
  }),
  requestExample: { CustomerNo: 'W1001', Csv: 'item_no,code,units\n23PIN-01,10012345678902,12\n' },
  reply: {
    description: 'Imported, or what would be.',
    schema: Type.Object({
      Codes: Type.Integer({ description: 'Codes that the file names.' }),
      New: Type.Integer({ description: 'Of these, added.' }),
      Changed: Type.Integer({ description: 'Of these, given other units.' }),
      Changes: Type.Array(
        Type.Object({
          ItemNo: Type.String(),
          Code: Type.String({ description: 'As it is kept.' }),
          Units: Type.Integer(),
          Before: Type.Optional(Type.Integer({ description: 'Its units before; absent for a new code.' })),
        }),
        { description: `The first ${maxShown} codes that are new or changed.` },
      ),
    }),
    example: { Codes: 1, New: 1, Changed: 0, Changes: [{ ItemNo: '23PIN-01', Code: '10012345678902', Units: 12 }] },
  },
  errors: { 400: 'The file is not CSV, or lines have faults: `Errors` names each. Nothing was imported.' },
  execute: async ({ environment: { db }, context, request }) => {
    const { CustomerNo: customerNo, Csv: csv, Preview: isPreview = false } = request;
    const { rows } = parseCsvRejectingRowFaults(() => parseItemCodeFile(csv));
    return await db.write(async (tx) => {
      assertNoCsvFaults(await catalogFaults(tx, customerNo, rows));
      const codes = rows.map(({ itemNo, code, units }) => ({ customerNo, itemNo, code, units }));
      await lockItemCodeEdits(tx, customerNo);
      const stored = await lockItemCodes(tx, codes);
      const unitsOf = new Map(stored.map(({ itemNo, code, units }) => [JSON.stringify([itemNo, code]), units]));
      const changes = codes.flatMap(({ itemNo, code, units }) => {
        const before = unitsOf.get(JSON.stringify([itemNo, code]));
        if (before === units) return [];
        return [{ ItemNo: itemNo, Code: code, Units: units, ...(before === undefined ? {} : { Before: before }) }];
      });
      const counts = {
        Codes: codes.length,
        New: codes.length - stored.length,
        Changed: changes.filter(({ Before }) => Before !== undefined).length,
      };
      if (!isPreview) {
        saveItemCodes(tx, codes);
        recordAudit(tx, context, { action: 'item_codes.imported', subject: customerNo, customerNo, after: counts });
      }
      return { ...counts, Changes: changes.slice(0, maxShown) };
    });
  },
});

/** Faults that are found by the catalog: unknown items, and codes that the catalog has for the same item already. */
async function catalogFaults(tx: Tx, customerNo: string, rows: readonly ItemCodeFileRow[]): Promise<CsvRowFault[]> {
  const keys = [...new Set(rows.map(({ itemNo }) => itemNo))].map((itemNo) => ({ customerNo, itemNo }));
  const upcCodes = await readUpcCodes(tx, keys);
  return rows.flatMap(({ line, itemNo, code }) => {
    const upcCode = upcCodes.get(formatSkuKey({ customerNo, itemNo }));
    if (upcCode === undefined) {
      return [{ line, column: 'item_no', message: `is no item of winery ${customerNo}: ${JSON.stringify(itemNo)}` }];
    }
    const isOwn =
      normalizeItemCode(itemNo) === code || catalogCodesOfItem(itemNo, upcCode).some((own) => own.code === code);
    return isOwn ? [{ line, column: 'code', message: 'is the number or the UPC of the item' }] : [];
  });
}
