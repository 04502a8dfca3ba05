/** Requests and replies of bins. */
import Type, { type Static } from 'typebox';
import { warehouseCodeField } from '../contract/fields.ts';
import { floorRoles } from '../floor/index.ts';
import {
  type BinContent,
  BinContentRecord,
  binContentExample,
  binContentRecord,
  locationKeyFields,
} from '../locations/index.ts';
import type { BinMoveResult } from './moves.ts';

export const binOperationRoles = floorRoles;

export const { Location: binLocationField } = locationKeyFields;

/** A code that is scanned at a warehouse. */
export const scannedCodeRequest = {
  request: Type.Object({
    Warehouse: warehouseCodeField,
    Code: Type.String({ minLength: 1, maxLength: 200, description: 'As the scanner reads it.' }),
  }),
  requestExample: { Warehouse: 'APC01', Code: '012345678905' },
};

export const clientGeneratedIdExample = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0ab';

const MovedContent = Type.Object({
  ...Type.Omit(BinContentRecord, ['Quantity']).properties,
  Quantity: Type.Optional(
    Type.Integer({ description: 'Units; absent for people of the floor while the item is being counted.' }),
  ),
});

export const BinMoveReply = Type.Object({
  From: Type.Optional(MovedContent),
  To: MovedContent,
  Unplaced: Type.Optional(
    Type.Integer({
      description: 'Units of the item in this status that are still in no bin; absent as `Quantity`.',
    }),
  ),
});

export const binMoveReplyExample: Static<typeof BinMoveReply> = {
  From: { ...binContentExample, Location: 'R-04-01', Quantity: 96 },
  To: binContentExample,
  Unplaced: 0,
};

export function toBinMoveReply({ from, to, unplaced, isBlind }: BinMoveResult): Static<typeof BinMoveReply> {
  const shown = (content: BinContent) => {
    const { Quantity, ...place } = binContentRecord(content);
    return isBlind ? place : { ...place, Quantity };
  };
  return {
    ...(from === undefined ? {} : { From: shown(from) }),
    To: shown(to),
    ...(isBlind ? {} : { Unplaced: unplaced }),
  };
}
