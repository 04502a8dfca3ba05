/** Transit/List: how many transit times are loaded, by service and carrier, with their origins and range of days. */
import Type from 'typebox';
import { readTransitTimeSummaries } from '../../operator-settings/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';

export const transitListOperation = defineOperatorQuery({
  path: '/api/Transit/List',
  summary: 'List the transit times',
  description:
    'Returns how many transit times between three-digit ZIP areas are loaded, by service and carrier. Where none is, the carrier and the distance decide.',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({}),
  requestExample: {},
  reply: {
    description: 'The services with transit times.',
    schema: Type.Object({
      Records: Type.Array(
        Type.Object({
          Service: Type.String(),
          Carrier: Type.String({ description: '`*`: all carriers.' }),
          Times: Type.Integer({ description: 'Pairs of ZIP areas.' }),
          Origins: Type.Array(Type.String(), { description: 'ZIP areas that packages ship from.' }),
          FewestDays: Type.Integer(),
          MostDays: Type.Integer(),
        }),
      ),
    }),
    example: {
      Records: [{ Service: 'GRND', Carrier: 'FEX', Times: 919, Origins: ['954'], FewestDays: 1, MostDays: 5 }],
    },
  },
  errors: {},
  execute: async ({ environment: { db } }) => ({
    Records: (await readTransitTimeSummaries(db)).map(({ service, carrier, times, origins, fewestDays, mostDays }) => ({
      Service: service,
      Carrier: carrier,
      Times: times,
      Origins: origins,
      FewestDays: fewestDays,
      MostDays: mostDays,
    })),
  }),
});
