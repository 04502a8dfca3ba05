/** Transit/Import: transit times between three-digit ZIP areas from a CSV file. */
import Type from 'typebox';
import { parseTransitFile } from '../../carriers/index.ts';
import { csvPreviewField, csvTextField, parseCsvRejectingRowFaults } from '../../contract/csv-import.ts';
import { countTransitTimeChanges, lockTransitTimes, replaceTransitTimes } from '../../operator-settings/index.ts';
import { recordAudit } from '../../operators/index.ts';
import { AppError, validationRefusal } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';

export const transitImportOperation = defineOperatorCommand({
  path: '/api/Transit/Import',
  summary: 'Import transit times',
  description:
    'Replaces the transit times of the services and carriers in a CSV file with a header: `origin_zip3`, `destination_zip3`, `service`, `days`, and optionally `carrier` (FEX, UPS, or empty for both). Times of other services and carriers stay. When a line has a fault, nothing is imported. `dray import transit` takes larger files.',
  roles: ['admin'],
  request: Type.Object({ Csv: csvTextField, Preview: csvPreviewField }),
  requestExample: { Csv: 'origin_zip3,destination_zip3,service,days,carrier\n954,100,GRND,5,FEX\n' },
  reply: {
    description: 'Imported, or what would be.',
    schema: Type.Object({
      Times: Type.Integer({ description: 'Transit times in the file.' }),
      New: Type.Integer({ description: 'Of these, for a service, carrier and pair of ZIP areas that had none.' }),
      Changed: Type.Integer({ description: 'Of these, with other days than before.' }),
      Removed: Type.Integer({ description: 'Times of the same services and carriers that the file does not name.' }),
    }),
    example: { Times: 1, New: 1, Changed: 0, Removed: 0 },
  },
  errors: { 400: 'The file is not CSV, has no line, or lines have faults: `Errors` names each. Nothing was imported.' },
  timeoutSeconds: 60,
  execute: async ({ environment: { db }, context, request: { Csv: csv, Preview: isPreview = false } }) => {
    const { times } = parseCsvRejectingRowFaults(() => parseTransitFile(csv));
    if (times.length === 0) {
      throw new AppError(validationRefusal([{ field: 'Csv', code: 'Required', message: 'has no transit time' }]));
    }
    return await db.write(async (tx) => {
      if (!isPreview) await lockTransitTimes(tx);
      const { added, changed, removed } = await countTransitTimeChanges(tx, times);
      const counts = { Times: times.length, New: added, Changed: changed, Removed: removed };
      if (isPreview) return counts;
      await replaceTransitTimes(tx, times);
      const Carriers = [...new Set(times.map(({ carrier }) => carrier))].sort();
      const after = { ...counts, Carriers };
      recordAudit(tx, context, { action: 'transit.imported', subject: 'transit', after });
      return counts;
    });
  },
});
