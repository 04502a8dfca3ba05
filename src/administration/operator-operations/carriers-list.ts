/** Carriers/List: carriers and their services by the names that people use. */

import Type from 'typebox';
import { carrierNames, describeCarrierServiceFault, formatCarrierServiceName } from '../../carriers/index.ts';
import { carrierCodes, carrierServiceCodes } from '../../contract/code-lists.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';

const ServiceRecord = Type.Object({
  Code: Type.String(),
  Name: Type.String({ description: "The carrier's own name, without the carrier." }),
});

export const carriersListOperation = defineOperatorQuery({
  path: '/api/Carriers/List',
  summary: 'List carriers and services',
  description:
    'Returns the carriers of the interface with the services that each may be combined with, by code and by the name that people use: `2DAY` is 2Day at FedEx and 2nd Day Air at UPS.',
  roles: operatorRoles,
  request: Type.Object({}),
  requestExample: {},
  reply: {
    description: 'The carriers.',
    schema: Type.Object({
      Records: Type.Array(
        Type.Object({ Code: Type.String(), Name: Type.String(), Services: Type.Array(ServiceRecord) }),
      ),
    }),
    example: { Records: [{ Code: 'UPS', Name: 'UPS', Services: [{ Code: '2DAY', Name: '2nd Day Air' }] }] },
  },
  errors: {},
  execute: async () => ({
    Records: carrierCodes.map((carrier) => ({
      Code: carrier,
      Name: carrierNames[carrier],
      Services: carrierServiceCodes
        .filter((service) => describeCarrierServiceFault(carrier, service) === undefined)
        .map((service) => ({ Code: service, Name: formatCarrierServiceName({ carrier, service }) })),
    })),
  }),
});
