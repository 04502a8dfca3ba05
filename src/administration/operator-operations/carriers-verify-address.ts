/** Carriers/VerifyAddress: ask the connected carrier whether it delivers to an address. */
import Type from 'typebox';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { verifyAddressWithCarrier } from '../../shipping-labels/index.ts';
import { carrierMessageTextsOf, carrierReplyOrThrow } from '../carrier-query-fields.ts';

const text = (description: string, maxLength = 255) => Type.String({ maxLength, description });
const optional = (description: string) => Type.Optional(text(description));

const AddressRecord = Type.Object({
  Street: Type.String(),
  Street2: Type.String(),
  City: Type.String(),
  State: Type.String(),
  ZipCode: Type.String(),
  Country: Type.String(),
});

export const carriersVerifyAddressOperation = defineOperatorQuery({
  path: '/api/Carriers/VerifyAddress',
  summary: 'Ask the carrier about an address',
  description:
    'Returns whether the connected carrier delivers to an address, and the address as it writes it. The carriers of the test environment are simulated. Nothing is stored.',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({
    Company: optional('Company.'),
    Street: Type.String({ minLength: 1, maxLength: 255, description: 'House number and street.' }),
    Street2: optional('Unit, suite, floor.'),
    City: Type.String({ minLength: 1, maxLength: 255, description: 'City.' }),
    State: Type.String({ minLength: 2, maxLength: 255, description: 'Two letters.' }),
    ZipCode: Type.String({ minLength: 5, maxLength: 10, description: 'ZIP code.' }),
    Country: Type.Optional(Type.String({ minLength: 2, maxLength: 2, description: 'Two letters; default US.' })),
  }),
  requestExample: { Street: '7051 oak ave', City: 'Denver', State: 'CO', ZipCode: '80202' },
  reply: {
    description: 'The reply of the carrier.',
    schema: Type.Object({
      Deliverable: Type.Boolean(),
      Residential: Type.Optional(Type.Boolean({ description: 'Absent when the carrier does not know.' })),
      Address: AddressRecord,
      Messages: Type.Array(Type.String()),
    }),
    example: {
      Deliverable: true,
      Residential: true,
      Messages: [],
      Address: {
        Street: '7051 OAK AVE',
        Street2: '',
        City: 'DENVER',
        State: 'CO',
        ZipCode: '80202-1234',
        Country: 'US',
      },
    },
  },
  errors: { 400: 'A field is not valid, or the carrier rejects the request.', 403: 'No carrier is connected.' },
  execute: async ({ environment, request }) => {
    const { Company: company = '', Street: street, Street2: street2 = '', City: city, Country = 'US' } = request;
    const place = {
      city,
      state: request.State.toUpperCase(),
      zipCode: request.ZipCode,
      country: Country.toUpperCase(),
    };
    const address = { company, street, street2, ...place, name: '', phone: '', email: '' };
    const reply = carrierReplyOrThrow(await verifyAddressWithCarrier(environment, address));
    const { deliverable, residential, standardized: found } = reply.data;
    return {
      Deliverable: deliverable,
      ...(residential !== undefined && { Residential: residential }),
      Address: {
        Street: found.street,
        Street2: found.street2,
        City: found.city,
        State: found.state,
        ZipCode: found.zipCode,
        Country: found.country,
      },
      Messages: carrierMessageTextsOf(reply),
    };
  },
});
