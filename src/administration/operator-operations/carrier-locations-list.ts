/** CarrierLocations/List: how many pickup locations of each carrier are known. */
import Type from 'typebox';
import { countCarrierLocations } from '../../addresses/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';

export const carrierLocationsListOperation = defineOperatorQuery({
  path: '/api/CarrierLocations/List',
  summary: 'List pickup locations by carrier and state',
  description: 'Returns how many locations where recipients pick up packages are stored, by carrier and state.',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({}),
  requestExample: {},
  reply: {
    description: 'The numbers.',
    schema: Type.Object({
      Records: Type.Array(
        Type.Object({
          Carrier: Type.String(),
          State: Type.String(),
          Locations: Type.Integer(),
          ForAlcohol: Type.Integer({ description: 'Of these, where packages with alcohol may be held.' }),
        }),
      ),
    }),
    example: { Records: [{ Carrier: 'FEX', State: 'CA', Locations: 1200, ForAlcohol: 1100 }] },
  },
  errors: {},
  execute: async ({ environment: { db } }) => ({
    Records: (await countCarrierLocations(db)).map(({ carrier, state, locations, forAlcohol }) => ({
      Carrier: carrier,
      State: state,
      Locations: locations,
      ForAlcohol: forAlcohol,
    })),
  }),
});
