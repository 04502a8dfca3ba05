/** The states of orders on the floor, as people read them. */
import type { ReplyOf } from '../../api/client.ts';
import type { Tone } from '../../design/status.tsx';

export type FloorOrder = ReplyOf<'/api/Floor/Wave'>['Orders'][number];
type FloorState = FloorOrder['State'];

const tones: Readonly<Partial<Record<FloorState, Tone>>> = {
  short: 'bad',
  packing: 'info',
  labeling: 'info',
  labeled: 'info',
  staged: 'good',
  manifested: 'good',
  departed: 'good',
  problem: 'bad',
};

export const floorStateTone = (state: FloorState): Tone => tones[state] ?? 'neutral';

/** The phases of orders on the floor, in the order of the work. */
const phases = ['to pick', 'picked', 'packing', 'labeled', 'staged', 'departed', 'problem', 'taken back'] as const;
type Phase = (typeof phases)[number];

const phaseOf: Readonly<Record<FloorState, Phase>> = {
  released: 'to pick',
  picking: 'to pick',
  picked: 'picked',
  short: 'picked',
  packing: 'packing',
  labeling: 'packing',
  labeled: 'labeled',
  staged: 'staged',
  manifested: 'staged',
  departed: 'departed',
  problem: 'problem',
  stopped: 'taken back',
};

interface StateCount {
  readonly State: FloorState;
  readonly Orders: number;
}

/** The number of orders in each phase; phases without orders are left out. */
export function countOrdersByPhase(
  states: readonly StateCount[],
): readonly { readonly phase: Phase; readonly orders: number }[] {
  const counts = new Map<Phase, number>();
  for (const { State, Orders } of states) counts.set(phaseOf[State], (counts.get(phaseOf[State]) ?? 0) + Orders);
  return phases.flatMap((phase) => {
    const orders = counts.get(phase);
    return orders === undefined ? [] : [{ phase, orders }];
  });
}

/** Whether people can take the order back from the floor. */
export const mayTakeBack = ({ State }: FloorOrder): boolean => State !== 'departed' && State !== 'stopped';
