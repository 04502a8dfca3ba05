/** The status of a return in a word, and what happens next. */
import { Status, type Tone } from '../../design/status.tsx';

const words: Readonly<Record<string, readonly [string, Tone]>> = {
  EXPECTED: ['Expected', 'neutral'],
  RECEIVED: ['Received', 'info'],
  INSPECTING: ['Inspecting', 'info'],
  'AWAITING DISPOSITION': ['To decide', 'warn'],
  CLOSED: ['Closed', 'good'],
};

/** The next step of a return in words, by its status. */
export const nextStepTexts: Readonly<Record<string, string>> = {
  EXPECTED: 'on its way; the warehouse receives it',
  RECEIVED: 'at the warehouse, to be inspected',
  INSPECTING: 'being inspected',
  'AWAITING DISPOSITION': 'inspected; it waits for a decision: to stock, to the winery, or to the recipient again',
};

export function ReturnStatus({ status }: { readonly status: string }) {
  const [word, tone] = words[status] ?? [status, 'neutral'];
  return (
    <Status tone={tone} title={status}>
      {word}
    </Status>
  );
}
