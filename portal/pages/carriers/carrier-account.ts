/** A carrier account, as the server lists it. */
import type { ReplyOf } from '../../api/client.ts';

export type CarrierAccount = ReplyOf<'/api/CarrierAccounts/List'>['Records'][number];
export type OfferedCarrier = CarrierAccount['Carriers'][number];
