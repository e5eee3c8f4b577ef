import { requestsOf } from '#core/approvals/contract/request.ts'
import { auditOf } from '#core/audit/contract/audit.ts'
import { type ReconciliationContracts, sessionAddress } from '#core/reconciliation/contract/contracts.ts'
import { sessionMachine } from '#core/reconciliation/contract/machines.ts'
import { today } from '#platform/web/api/server-time.ts'
import type { Action, DialogProps } from '#platform/web/kit/actions/action.ts'
import { act, create, show, visit } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { tabAddress } from './addresses.ts'
import { SetupSelect } from './selects.tsx'
import type { SessionRow } from './session/parts.ts'

const Settle = lazyPart<DialogProps<SessionRow> & { contracts: ReconciliationContracts }>(() => import('./session/settle-dialog.tsx'))

/** Nothing works on it in the background, so that people may. */
const still = ({ task }: SessionRow) => task === null

/** A new session of one configuration and its days. */
export const newSession = (contracts: ReconciliationContracts) =>
  create(
    contracts.sessions.create,
    () => (
      <>
        <Field name="setupId" chosen>
          <SetupSelect contracts={contracts} />
        </Field>
        <Pair>
          <Field name="fromDay" />
          <Field name="toDay" />
        </Pair>
      </>
    ),
    {
      values: () => ({ fromDay: today(), toDay: today() }),
      invalidates: [contracts.sessions.calendar],
      onDone: ({ id }) => openAddress(sessionAddress(contracts, id)),
    },
  )

/** What moves a session. What it waits for stands first: it is the one that the page is opened for. */
export function sessionActions(contracts: ReconciliationContracts, nextStep?: SessionRow['nextStep']): readonly Action<SessionRow>[] {
  const { sessions } = contracts
  const invalidates = [auditOf, requestsOf]
  const firing = (permission: string, event: 'stage' | 'review') => ({ permission, fires: { machine: sessionMachine, events: [event] } })
  const steps: Record<string, Action<SessionRow>> = {
    IMPORT: visit(({ id }: SessionRow) => tabAddress(contracts, id, 'files'), firing(sessions.beginStatement.permission, 'stage'), {
      key: 'toStatement',
      place: 'row',
      // What is broken is mended where it was brought.
      when: ({ nextStep: step }) => step === 'IMPORT' || step === 'MEND',
    }),
    MATCH: act(sessions.match, { key: 'match', invalidates, when: still }),
    RESOLVE: visit(({ id }: SessionRow) => tabAddress(contracts, id, 'workbench'), firing(sessions.handMatch.permission, 'review'), {
      key: 'toWorkbench',
      place: 'row',
      when: ({ nextStep: step }) => step === 'RESOLVE',
    }),
    CONFIRM: act(sessions.confirm, {
      key: 'confirm',
      ask: ['note', 'acceptRejected'],
      invalidates,
      when: (row: SessionRow) => still(row) && row.nextStep === 'CONFIRM',
    }),
    SETTLE: show<SessionRow>((props) => <Settle {...props} contracts={contracts} />, { key: 'settle', contract: sessions.settle, when: still }),
  }
  const first = nextStep === undefined ? undefined : steps[nextStep === 'MEND' ? 'IMPORT' : nextStep]
  return [
    ...(first ? [first] : []),
    ...Object.values(steps).filter((step) => step !== first),
    act(sessions.reopen, { key: 'reopen', ask: ['reason'], invalidates, when: still }),
    act(sessions.reverse, { key: 'reverse', danger: true, ask: ['reason'], invalidates, when: still }),
    act(sessions.cancel, { key: 'cancel', danger: true, ask: ['reason'], invalidates: [...invalidates, sessions.calendar], when: still }),
  ]
}
