/** Floor/Manifest: put what is staged for a carrier on its manifest. */

import Type from 'typebox';
import { carrierCodes } from '../../contract/code-lists.ts';
import { codeField, warehouseCodeField } from '../../contract/fields.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { manifestStagedOrders } from '../close-of-day.ts';
import { floorLeadRoles } from '../floor-fields.ts';
import { listFloorWorkOfManifest, maxListedFloorWork } from '../floor-lists.ts';
import {
  ManifestRecord,
  manifestExample,
  readManifestRecord,
  readStayedOrderRecords,
  stayedOrdersField,
} from '../manifest-fields.ts';

export const floorManifestOperation = defineOperatorCommand({
  path: '/api/Floor/Manifest',
  isResumable: true,
  summary: 'Put staged orders on the manifest of a carrier',
  description:
    'Puts all staged orders of a carrier on its open manifest, which is created when there is none, and returns the manifest. Repeating it adds what has been staged since. An order with a box that is not staged stays behind; one whose state was closed, or whose account was put on hold, is to be staged again when that ends: `StayedBehind` has it. An order that the server could not put on the manifest is there too with the reason and `Retry`, and goes on it when the request is repeated. 503 when a box of the previous manifest, of which the carrier has scanned all orders, could not depart: repeat the request, or let that manifest depart.',
  roles: floorLeadRoles,
  request: Type.Object({ Warehouse: warehouseCodeField, Carrier: codeField('The carrier.', carrierCodes) }),
  requestExample: { Warehouse: 'APC01', Carrier: 'FEX' },
  reply: {
    description: 'The manifest, and the orders that did not go on it.',
    schema: Type.Object({
      ...ManifestRecord.properties,
      StayedBehind: stayedOrdersField(
        'The staged orders that did not go on the manifest.',
        'Whether it goes on the manifest when the request is repeated.',
      ),
    }),
    example: { ...manifestExample, StayedBehind: [] },
  },
  errors: { 404: 'Nothing of the carrier is staged at this warehouse, or the operator does not work there.' },
  // As long as the departure of its orders.
  timeoutSeconds: 120,
  execute: async (call) => {
    const { Warehouse: warehouse, Carrier: carrier } = call.request;
    const { manifest, stayed } = await manifestStagedOrders(call, warehouse, carrier);
    const { db } = call.environment;
    const works = await listFloorWorkOfManifest(db, manifest.manifestId, maxListedFloorWork);
    const record = await readManifestRecord(db, manifest, works);
    return { ...record, StayedBehind: await readStayedOrderRecords(db, stayed) };
  },
});
