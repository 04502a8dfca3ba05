/** An order as its page reads it. */
import type { ReplyOf } from '../../api/client.ts';

export type OrderReply = ReplyOf<'/api/Orders/Get'>;
