/** Fields and roles that the operator interface's operations of the floor share. */

import Type from 'typebox';
import { maxNoteLength } from '../contract/entry-limits.ts';
import { worksInWarehouse } from '../operators/index.ts';
import type { OperatorCaller, OperatorRole } from '../platform/http/operator-operation.ts';
import type { Packer } from './station.ts';

/** The roles that work at stations. */
export const floorRoles: readonly OperatorRole[] = ['floor', 'lead', 'admin'];
/** The roles that release orders and let them depart. */
export const floorLeadRoles: readonly OperatorRole[] = ['lead', 'admin'];

/** The reason of missing or damaged bottles. */
export const missingReasonField = Type.String({
  minLength: 1,
  maxLength: 20,
  description: 'A reason of ReasonCodes/List that `IsForMissing`.',
});

export const lossNoteField = Type.Optional(
  Type.String({ maxLength: maxNoteLength, description: "In the person's words, for the timeline." }),
);

export { worksInWarehouse } from '../operators/index.ts';

export const packerOfOperator = (operator: OperatorCaller): Packer => ({
  ...stationPersonOfOperator(operator),
  mayWorkIn: (warehouse) => worksInWarehouse(operator, warehouse),
});

export const stationPersonOfOperator = ({ operatorId, email }: OperatorCaller) => ({ operatorId, email });
