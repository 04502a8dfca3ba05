/** Locations/Import: import locations of a warehouse and their contents from a CSV file. */

import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import {
  assertNoCsvFaults,
  csvPreviewField,
  csvTextField,
  parseCsvRejectingRowFaults,
} from '../../contract/csv-import.ts';
import { primaryInventoryStatus } from '../../contract/operator-settings.ts';
import type { CsvRowFault } from '../../lib/csv-table.ts';
import { readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { recordAudit } from '../../operators/index.ts';
import type { Tx } from '../../platform/db/db.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import {
  assertContentsNotBeingCounted,
  checkBinContents,
  deleteEmptyReserveContents,
  saveBinContentsWithAudit,
} from '../edit-content.ts';
import { describeLocationKindChangeFault } from '../kind-fault.ts';
import { readLocationUses } from '../list-locations.ts';
import type { Location } from '../location.ts';
import {
  LocationRecord,
  locationEditorRoles,
  locationExample,
  locationKeyFields,
  locationRecord,
} from '../location-fields.ts';
import { type ImportedLocationRow, maxLocationImportLines, parseLocationFile } from '../location-import.ts';
import { lockLocationEdits, lockLocations, saveLocations } from '../location-store.ts';
import { describeToteCodeFault } from '../tote-code.ts';
import { readToteContentsTexts } from '../tote-contents-source.ts';

/** Maximum number of changes in a reply. */
const maxShown = 100;

const LocationChange = Type.Object({
  ...LocationRecord.properties,
  Before: Type.Optional(Type.Object(LocationRecord.properties, { description: 'Absent for a new location.' })),
});

export const locationsImportOperation = defineOperatorCommand({
  path: '/api/Locations/Import',
  summary: 'Import locations',
  description:
    `Adds and changes locations of a warehouse from a CSV file with a header, at most ${maxLocationImportLines} lines: \`location\`, \`walk_order\`, and optionally \`zone\`, \`kind\` (pick, reserve, tote), \`capacity\`, \`customer_no\`, \`item_no\`, \`inventory_status\`, \`quantity\`. ` +
    'A location with several items has several lines. All of it is imported or, when a line has a fault, nothing. Locations that the file does not name stay as they are. Kinds change, and totes get codes, as by Locations/Set.',
  roles: locationEditorRoles,
  request: Type.Object({
    Warehouse: locationKeyFields.Warehouse,
    Csv: csvTextField,
    Preview: csvPreviewField,
  }),
  requestExample: {
    Warehouse: 'APC01',
    Csv: 'location,walk_order,zone,customer_no,item_no,quantity\nA-01-02,102,A,W1001,23PIN-01,48\n',
  },
  reply: {
    description: 'Imported, or what would be.',
    schema: Type.Object({
      Locations: Type.Integer({ description: 'Locations that the file names.' }),
      New: Type.Integer({ description: 'Of these, added.' }),
      Changed: Type.Integer({ description: 'Of these, with other properties than before.' }),
      Contents: Type.Integer({ description: 'Items that lie in them by the file.' }),
      Changes: Type.Array(LocationChange, { description: `The first ${maxShown} locations that are new or changed.` }),
    }),
    example: { Locations: 1, New: 1, Changed: 0, Contents: 1, Changes: [locationExample] },
  },
  errors: {
    400: 'The file is not CSV, or lines have faults: `Errors` names line and column of each. Nothing was imported.',
    403: 'An item of a location was counted, and its count is not finished.',
    404: 'There is no such warehouse.',
  },
  execute: async ({ environment: { db }, context, operator, request }) => {
    const { Warehouse: warehouse, Csv: csv, Preview: isPreview = false } = request;
    const { rows } = parseCsvRejectingRowFaults(() => parseLocationFile(warehouse, csv, primaryInventoryStatus));
    return await db.write(async (tx) => {
      await readWarehouseWhereOperatorWorks(tx, operator, warehouse);
      const locations = new Map(rows.map(({ location }) => [location.location, location]));
      await lockLocationEdits(tx, warehouse);
      const before = await lockLocations(tx, [...locations.values()]);
      const known = new Map(before.map((location) => [location.location, location]));
      assertNoCsvFaults(await faultsOf(tx, warehouse, rows, known));
      const contents = rows.flatMap(({ content }) => (content === undefined ? [] : [content]));
      await assertContentsNotBeingCounted(tx, warehouse, contents);
      const changes = [...locations.values()].flatMap((location) => changeOf(known.get(location.location), location));
      const counts = {
        Locations: locations.size,
        New: locations.size - known.size,
        Changed: changes.filter(({ Before }) => Before !== undefined).length,
        Contents: contents.length,
      };
      if (!isPreview) {
        await deleteEmptyReserveContents(
          tx,
          before.filter((each) => isOtherKind(each, locations.get(each.location) ?? each)),
        );
        saveLocations(tx, [...locations.values()]);
        await saveBinContentsWithAudit(tx, context, contents);
        recordAudit(tx, context, { action: 'locations.imported', subject: warehouse, after: counts });
      }
      return { ...counts, Changes: changes.slice(0, maxShown) };
    });
  },
});

/** The change of a location; empty when it stays as it is. */
function changeOf(before: Location | undefined, after: Location): Static<typeof LocationChange>[] {
  const shown = locationRecord(after);
  if (before === undefined) return [shown];
  const Before = locationRecord(before);
  return isDeepStrictEqual(Before, shown) ? [] : [{ ...shown, Before }];
}

/**
 * Faults of rows that depend on stored data or other rows, by line: items and statuses that are unknown or not stored, repeated
 * items, totes with contents or with codes that read as weights, and kinds that must stay.
 */
async function faultsOf(
  tx: Tx,
  warehouse: string,
  rows: readonly ImportedLocationRow[],
  known: ReadonlyMap<string, Location>,
): Promise<CsvRowFault[]> {
  const faults: CsvRowFault[] = [];
  const filled = rows.flatMap(({ content, line, location }) =>
    content === undefined ? [] : [{ content, line, location }],
  );
  const locationOf = new Map(filled.map(({ content, location }) => [content, location]));
  const found = await checkBinContents(tx, [...locationOf.keys()], (content) => locationOf.get(content));
  const seen = new Map<string, number>();
  for (const [index, { content, line }] of filled.entries()) {
    const key = JSON.stringify([content.location, content.customerNo, content.itemNo, content.status]);
    const earlier = seen.get(key);
    if (earlier !== undefined) faults.push({ line, column: 'item_no', message: `repeats line ${earlier}` });
    seen.set(key, line);
    faults.push(...(found[index] ?? []).map(({ field, message }) => ({ line, column: columnOf(field), message })));
  }
  for (const { line, location } of rows) {
    const message = describeToteCodeFault(location, known.get(location.location));
    if (message !== undefined) faults.push({ line, column: 'location', message });
  }
  const changed = rows.filter(({ location }) => isOtherKind(known.get(location.location), location));
  const codes = changed.map(({ location }) => location.location);
  const uses = await readLocationUses(tx, warehouse, codes);
  const before = codes.flatMap((code) => known.get(code) ?? []);
  const toteContents = await readToteContentsTexts(tx, warehouse, before);
  for (const { line, location } of changed) {
    const { location: code } = location;
    const message = describeLocationKindChangeFault(location, {
      use: uses.get(code),
      toteContents: toteContents.get(code),
    });
    if (message !== undefined) faults.push({ line, column: 'kind', message });
  }
  return faults.sort((a, b) => a.line - b.line);
}

const isOtherKind = (before: Location | undefined, after: Location): boolean =>
  before !== undefined && before.kind !== after.kind;

const columns: Readonly<Record<string, string>> = { ItemNo: 'item_no', InventoryStatus: 'inventory_status' };
const columnOf = (field: string): string => columns[field] ?? 'location';
