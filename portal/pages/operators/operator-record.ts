/** An operator as the list shows it. */
import type { ReplyOf } from '../../api/client.ts';

export type OperatorRecord = ReplyOf<'/api/Operators/List'>['Records'][number];
