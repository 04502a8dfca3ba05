/** The list of work for pickers: waves with orders in no task, and tasks that people have or have put aside. */
import { Button } from '@mantine/core';
import type { ReplyOf } from '../../api/client.ts';
import { ExportButton } from '../../design/export-button.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';
import { EmptyState } from '../../design/states.tsx';
import { StationPager, type StationPaging } from '../../design/station-paging.tsx';
import styles from '../../station/work.module.css';
import type { PickingAction } from './picking-station.ts';

interface TasksToPickProps {
  readonly list: ReplyOf<'/api/Picking/List'>;
  readonly page: StationPaging;
  readonly act: (action: PickingAction) => void;
  readonly isLead: boolean;
}

export function TasksToPick({ list, page, act, isLead }: TasksToPickProps) {
  return (
    <>
      {(page.after === undefined || list.Waves.length > 0) && <WavesToPick list={list} act={act} />}
      {list.Tasks.length > 0 && <TasksBeingPicked tasks={list.Tasks} act={act} isLead={isLead} />}
      <StationPager page={page} next={list.Next} />
    </>
  );
}

function WavesToPick({ list: { Waves, Tasks }, act }: Pick<TasksToPickProps, 'list' | 'act'>) {
  return (
    <Panel
      title="Waves to pick"
      note="oldest first; scan or type the number"
      actions={
        <ExportButton
          exported={{ list: '/api/Picking/List', filters: {} }}
          isDisabled={Waves.length === 0 && Tasks.length === 0}
        />
      }
    >
      {Waves.length === 0 ? (
        <EmptyState title="No wave waits to be picked">Orders come here when a lead releases them.</EmptyState>
      ) : (
        <ul className={styles.list} aria-label="Waves to pick">
          {Waves.map(({ Wave, Number: number, Name, Warehouse, Orders, Bottles }) => (
            <li key={Wave}>
              <span className={styles.number}>{number}</span>
              <span className={styles.item}>
                <strong>{Name === '' ? `Wave ${number}` : Name}</strong>
                <span className="quiet">
                  {Warehouse} · {countOf(Orders, 'order')} · {countOf(Bottles, 'bottle')}
                </span>
              </span>
              <Button
                className={styles.pick ?? ''}
                aria-label={`Pick wave ${number}`}
                onClick={() => act({ kind: 'start', wave: Wave })}
              >
                Pick
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface TasksBeingPickedProps extends Pick<TasksToPickProps, 'act' | 'isLead'> {
  readonly tasks: TasksToPickProps['list']['Tasks'];
}

function TasksBeingPicked({ tasks, act, isLead }: TasksBeingPickedProps) {
  return (
    <Panel title="Being picked" note={countOf(tasks.length, 'task')}>
      <ul className={styles.list} aria-label="Tasks">
        {tasks.map(({ Task, Number: number, WaveNumber, Picker, IsMine, IsFree, Bottles, Picked, Orders }) => (
          <li key={Task}>
            <span className={styles.number}>
              {WaveNumber}.{number}
            </span>
            <span className={styles.item}>
              <strong>{IsMine ? 'You' : Picker}</strong>
              <span className="quiet">
                {formatCount(Picked)} of {countOf(Bottles, 'bottle')} · {countOf(Orders, 'order')}
                {IsFree && ' · put aside'}
              </span>
            </span>
            {(IsMine || IsFree || isLead) && (
              <Button
                variant="default"
                className={styles.pick ?? ''}
                aria-label={`${IsMine ? 'Continue' : 'Take over'} task ${WaveNumber}.${number}`}
                onClick={() => act({ kind: 'open', task: Task, ...(!IsMine && !IsFree && { takesOver: true }) })}
              >
                {IsMine ? 'Continue' : 'Take over'}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
