/** Floor/Depart: a manifest leaves with its carrier. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { departManifest } from '../close-of-day.ts';
import { floorLeadRoles } from '../floor-fields.ts';
import {
  ManifestRecord,
  manifestExample,
  manifestIdExample,
  manifestIdField,
  readManifestRecord,
  readStayedOrderRecords,
  stayedOrdersField,
} from '../manifest-fields.ts';
import { listedFloorOrderExample } from '../wave-fields.ts';

export const floorDepartOperation = defineOperatorCommand({
  path: '/api/Floor/Depart',
  isResumable: true,
  summary: 'Let a manifest depart',
  description:
    'The carrier has taken the boxes of the manifest: their orders are shipped, and their stock leaves the ledger. An order with a box in `Missing` stays behind with all its boxes, and so does one whose state was closed, or whose account was put on hold, since it was released; of one that a carrier scan has shipped already, only the boxes that are missing stay, or with such a rule those that have not left. An order whose departure the server could not complete is returned with the reason and `Retry`, and departs when the request is repeated, with the ship date of the first one; otherwise repeating it changes nothing and returns the orders that still stay behind.',
  roles: floorLeadRoles,
  request: Type.Object({
    Manifest: manifestIdField,
    Missing: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: 500,
        description:
          'Tracking numbers or scanned labels of boxes of the manifest that the carrier did not take; none that it has scanned.',
      }),
    ),
  }),
  requestExample: { Manifest: manifestIdExample },
  reply: {
    description: 'The manifest with the departed orders, and the orders that stayed behind.',
    schema: Type.Object({
      Manifest: ManifestRecord,
      StayedBehind: stayedOrdersField(
        'The orders that did not depart.',
        'Whether it departs when the request is repeated.',
      ),
    }),
    example: {
      Manifest: { ...manifestExample, DepartedAt: '2026-11-18T23:30:00Z', DepartedBy: 'lee@warehouse.example' },
      StayedBehind: [
        {
          Order: { ...listedFloorOrderExample, OrderNo: 'CLB1002', State: 'labeled', Packer: '' },
          Message: 'A box is missing: it stays behind.',
          Retry: false,
        },
      ],
    },
  },
  errors: {
    400: 'Manifest is not an id, or a box in Missing is not on the manifest or was scanned by the carrier; nothing has departed.',
    404: 'There is no such manifest of a warehouse in which the operator works.',
  },
  // Thousands of orders of a club run leave together: 3,000 took 9 seconds on two busy cores.
  timeoutSeconds: 120,
  execute: async (call) => {
    const { Manifest: manifestId, Missing: missing = [] } = call.request;
    const { manifest, departed, stayed } = await departManifest(call, manifestId, missing);
    const { db } = call.environment;
    return {
      Manifest: await readManifestRecord(db, manifest, departed, 'departed'),
      StayedBehind: await readStayedOrderRecords(db, stayed),
    };
  },
});
