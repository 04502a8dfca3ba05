/** Floor/ManifestDocument: a manifest to print. */
import Type from 'typebox';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { worksInWarehouse } from '../../operators/index.ts';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { renderManifestAsBase64 } from '../../shipping-labels/index.ts';
import { floorRoles } from '../floor-fields.ts';
import { listFloorWorkOfManifest } from '../floor-lists.ts';
import { manifestIdExample, manifestIdField, readManifestRecord } from '../manifest-fields.ts';
import { noSuchManifestMessage, readManifest } from '../manifest-store.ts';
import { toManifestContent } from '../printed-manifest.ts';
import { readScanFormFiles } from '../scan-form-store.ts';

export const floorManifestDocumentOperation = defineOperatorQuery({
  path: '/api/Floor/ManifestDocument',
  summary: 'Get a manifest to print',
  description:
    'Returns the manifest as a PDF: the scan forms that its carrier made, then a Code 128 barcode of its warehouse and number, its sums, lines for the signatures of the driver and the warehouse, and all its packages. Of one that has departed, what departed with it. It may be printed again.',
  roles: floorRoles,
  timeoutSeconds: 60,
  request: Type.Object({ Manifest: manifestIdField }),
  requestExample: { Manifest: manifestIdExample },
  reply: {
    description: 'The document.',
    schema: Type.Object({ File: Type.String({ description: 'A PDF, base64-encoded.' }) }),
    example: { File: 'JVBERi0xLjQ=' },
  },
  errors: {
    400: 'Manifest is not an id.',
    404: 'There is no such manifest of a warehouse in which the operator works.',
  },
  execute: async ({ environment: { db }, operator, request }) => {
    const manifest = await readManifest(db, request.Manifest);
    if (manifest === undefined || !worksInWarehouse(operator, manifest.warehouse))
      throw notFoundError(noSuchManifestMessage);
    const { warehouses } = await readOperatorSettings(db);
    const timeZone = warehouses.get(manifest.warehouse)?.timeZone ?? 'UTC';
    const state = manifest.departedAt === undefined ? undefined : ('departed' as const);
    const worksOfManifest = await listFloorWorkOfManifest(db, manifest.manifestId, undefined);
    const works = worksOfManifest.filter((work) => state === undefined || work.state === state);
    const record = await readManifestRecord(db, manifest, works, state);
    return {
      File: await renderManifestAsBase64(
        toManifestContent(manifest, record, timeZone),
        await readScanFormFiles(db, manifest.manifestId),
      ),
    };
  },
});
