import TypeBox from 'typebox';
import { expect, test } from 'vitest';
import Type from './schema.ts';

/** Every function, nested in each other and with options. */
function schemasOf(T: typeof Type) {
  const order = T.Object(
    {
      OrderNo: T.String({ maxLength: 20, description: 'The number.' }),
      Lines: T.Array(T.Object({ Quantity: T.Integer({ minimum: 1 }), Price: T.Optional(T.Number()) }), { maxItems: 3 }),
      Held: T.Optional(T.Boolean({ default: false })),
      Kind: T.Union([T.Literal('order'), T.Literal(3), T.Literal(true, { title: 'yes' })], { description: 'A kind.' }),
      Data: T.Optional(T.Record(T.String(), T.Unknown(), { description: 'Data.' })),
      Unknown: T.Unknown({ description: 'Anything.' }),
      Flag: T.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] }),
    },
    { additionalProperties: false, description: 'An order.' },
  );
  return {
    order,
    omitted: T.Omit(order, ['OrderNo', 'Held'], { title: 'Rest' }),
    partial: T.Partial(order, { description: 'A part.' }),
    inOther: T.Object({ Changes: T.Optional(T.Partial(order)), Nothing: T.Object({}) }),
    optionalTwice: T.Object({ A: T.Optional(T.Optional(T.String())) }),
  };
}

test('schemas have the content and the order of keywords of TypeBox', () => {
  expect(JSON.stringify(schemasOf(Type), undefined, 1)).toBe(
    JSON.stringify(schemasOf(TypeBox as unknown as typeof Type), undefined, 1),
  );
});

test('an optional schema is a copy, and options take precedence', () => {
  const schema = Type.String();
  expect(Type.Optional(schema)).not.toBe(schema);
  expect(Type.Object({ A: schema }).required).toEqual(['A']);
  expect(Type.Object({ A: schema }, { required: [] })).toEqual({
    type: 'object',
    required: [],
    properties: { A: schema },
  });
});
