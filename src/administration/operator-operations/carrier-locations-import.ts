/** CarrierLocations/Import: the carriers' pickup locations from a CSV file. */
import Type from 'typebox';
import {
  countCarrierLocationChanges,
  invalidateCarrierLocationIndex,
  lockCarrierLocations,
  parseCarrierLocationFile,
  replaceCarrierLocations,
} from '../../addresses/index.ts';
import { csvPreviewField, csvTextField, parseCsvRejectingRowFaults } from '../../contract/csv-import.ts';
import { recordAudit } from '../../operators/index.ts';
import { AppError, validationRefusal } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';

export const carrierLocationsImportOperation = defineOperatorCommand({
  path: '/api/CarrierLocations/Import',
  summary: 'Import pickup locations',
  description:
    'Replaces all pickup locations of the carriers in a CSV file with a header: `carrier` (FEX, UPS), `location_id`, `company`, `street`, `city`, `state`, `zip`, and optionally `store_number`, `location_type`, `street2`, `latitude`, `longitude`, `phone`, `email`, `hours`, `alcohol`. Locations of other carriers stay. When a line has a fault, nothing is imported. `dray import locations` takes larger files.',
  roles: ['admin'],
  request: Type.Object({ Csv: csvTextField, Preview: csvPreviewField }),
  requestExample: {
    Csv: 'carrier,location_id,company,street,city,state,zip\nFEX,NAPAA,FedEx Office,1 Main St,Napa,CA,94558\n',
  },
  reply: {
    description: 'Imported, or what would be.',
    schema: Type.Object({
      Locations: Type.Integer({ description: 'Locations in the file.' }),
      New: Type.Integer({ description: 'Of these, not known before.' }),
      Removed: Type.Integer({ description: 'Locations of the same carriers that the file does not name.' }),
    }),
    example: { Locations: 1, New: 1, Removed: 0 },
  },
  errors: { 400: 'The file is not CSV, has no line, or lines have faults: `Errors` names each. Nothing was imported.' },
  timeoutSeconds: 60,
  execute: async ({ environment: { db }, context, request: { Csv: csv, Preview: isPreview = false } }) => {
    const { locations } = parseCsvRejectingRowFaults(() => parseCarrierLocationFile(csv));
    if (locations.length === 0)
      throw new AppError(validationRefusal([{ field: 'Csv', code: 'Required', message: 'has no location' }]));
    const counts = await db.write(async (tx) => {
      if (!isPreview) await lockCarrierLocations(tx);
      const { added, removed } = await countCarrierLocationChanges(tx, locations);
      const compared = { Locations: locations.length, New: added, Removed: removed };
      if (isPreview) return compared;
      await replaceCarrierLocations(tx, locations);
      const Carriers = [...new Set(locations.map(({ carrier }) => carrier))].sort();
      recordAudit(tx, context, {
        action: 'locations.imported',
        subject: 'carrier locations',
        after: { ...compared, Carriers },
      });
      return compared;
    });
    if (!isPreview) invalidateCarrierLocationIndex(db);
    return counts;
  },
});
