import { requestsOf } from '#core/approvals/contract/request.ts'
import { auditOf } from '#core/audit/contract/audit.ts'
import { type IncidentContracts, incidentAddress } from '#core/incidents/contract/incidents.ts'
import type { OutputOf, RowOf } from '#kernel/contract.ts'
import { findWord } from '#platform/web/i18n.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act, bulk, create } from '#platform/web/kit/actions/actions.tsx'
import { notify } from '#platform/web/shell/notices/notify.ts'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { AssignFields, CreateFields, NoteFields, ProposalFields, ReplyFields, ResolveFields, WaitFields } from './forms.tsx'
import { personChooser, teamChooser } from './selects.tsx'

type Row = Pick<RowOf<IncidentContracts['list']>, 'id' | 'version' | 'status' | 'mine' | 'heldBy' | 'heldByOther' | 'assigneeName'>
type Detail = OutputOf<IncidentContracts['detail']>

const ENDED: readonly string[] = ['RESOLVED', 'CLOSED', 'REJECTED']
const size = 640
const isOpen = ({ status }: Row) => !ENDED.includes(status)
const free = ({ heldByOther }: Row) => !heldByOther
const mine = (row: Row) => free(row) && row.mine
const nobodys = (row: Row) => free(row) && (row.mine || row.assigneeName === null)

const text = (key: string, params: Record<string, string | number> = {}) => findWord('incidents', ['texts', key], params) ?? ''

/** Says so where a report was added to an incident that was open. */
export function joinedNotice({ code, joined, reports }: OutputOf<IncidentContracts['create']>): void {
  if (joined) notify({ kind: 'info', title: text('joinedTitle', { code }), text: text('joinedText', { n: reports }), seconds: 8 })
}

/** What came of a report: a new incident, or one more report of one that was open. */
export function created(contracts: IncidentContracts, output: OutputOf<IncidentContracts['create']>): void {
  joinedNotice(output)
  openAddress(incidentAddress(contracts, output.id))
}

/** What moves an incident, in the list and on its page. */
export function incidentActions(contracts: IncidentContracts): readonly Action<Row>[] {
  const read = contracts.detail
  const invalidates = [auditOf, requestsOf]
  return [
    act(contracts.start, { key: 'start', invalidates, when: free }),
    act(contracts.resume, { key: 'resume', ask: ['note'], invalidates, when: mine }),
    act(contracts.propose, {
      size: 760,
      read,
      ask: ({ record }: { record: Detail }) => <ProposalFields contracts={contracts} record={record} />,
      invalidates,
      // What was approved is proposed again only where it has failed, which its page knows.
      when: (row) => mine(row) && (row.status !== 'APPROVED' || (row as Partial<Detail>).actionResult?.state === 'FAILED'),
    }),
    act(contracts.resolve, {
      key: 'resolve',
      size,
      read,
      ask: ({ record }: { record: Detail }) => <ResolveFields contracts={contracts} record={record} />,
      invalidates,
      // What was agreed on has to happen first; of a list only the page knows.
      when: (row) => mine(row) && ((row as Partial<Detail>).actionResult?.state ?? 'DONE') === 'DONE',
      values: ({ reporterEmail, cause, resolution }: Detail) => ({
        via: reporterEmail === null ? 'PHONE' : 'EMAIL',
        cause: cause ?? undefined,
        resolution: resolution ?? undefined,
      }),
    }),
    act(contracts.wait, { key: 'wait', size, ask: () => <WaitFields contracts={contracts} />, invalidates, when: mine }),
    act(contracts.assign, {
      ask: ({ record }: { record: Row }) => <AssignFields contracts={contracts} teams={record.status !== 'WAITING_PARTNER' && record.status !== 'APPROVED'} />,
      invalidates,
      when: free,
    }),
    act(contracts.setPriority, { key: 'setPriority', ask: ['priority', 'reason'], invalidates, when: (row) => isOpen(row) && free(row) }),
    act(contracts.merge, { key: 'merge', danger: true, ask: ['intoCode', 'reason'], invalidates, when: free }),
    act(contracts.reject, { key: 'reject', danger: true, ask: ['reason'], invalidates, when: nobodys }),
    act(contracts.close, { key: 'close', ask: ['note'], invalidates }),
    act(contracts.reopen, { key: 'reopen', ask: ['reason'], invalidates }),
    act(contracts.release, { key: 'release', when: (row) => row.heldBy !== null && free(row) }),
  ]
}

/** What is said about it: to who reported it, among ourselves, from outside; and what else it is about. They move nothing. */
export function talkActions(contracts: IncidentContracts): readonly Action<Row>[] {
  const read = contracts.detail
  return [
    act(contracts.reply, {
      key: 'reply',
      size,
      read,
      ask: ({ record }: { record: Detail }) => <ReplyFields contracts={contracts} record={record} />,
      when: isOpen,
      values: ({ reporterEmail }: Detail) => ({ via: reporterEmail === null ? 'PHONE' : 'EMAIL' }),
    }),
    act(contracts.note, { key: 'note', size, ask: () => <NoteFields contracts={contracts} /> }),
    act(contracts.message, { key: 'message', size, ask: ['from', 'content', 'partnerCase'] }),
    act(contracts.link, { key: 'link', ask: ['subjectCode'], when: isOpen }),
  ]
}

/** A new incident, the next one of the queue, and what may be done with several. */
export function pageActions(contracts: IncidentContracts) {
  return [
    create(contracts.create, () => <CreateFields contracts={contracts} />, {
      size: 720,
      values: () => ({ channel: 'PHONE', reporterKind: 'CUSTOMER' }),
      onDone: (output) => created(contracts, output),
    }),
    act(contracts.takeNext, {
      key: 'takeNext',
      place: 'page' as const,
      onDone: ({ id }) => (id === null ? notify({ kind: 'info', title: text('noWork') }) : openAddress(incidentAddress(contracts, id))),
    }),
    bulk(contracts.assignMany, {
      key: 'assignMany',
      input: (assigneeId) => ({ assigneeId }),
      choose: personChooser(contracts),
      when: (row: Row) => free(row) && isOpen(row),
    }),
    bulk(contracts.assignMany, {
      key: 'assignTeam',
      input: (teamId) => ({ teamId }),
      choose: teamChooser(contracts),
      when: (row: Row) => free(row) && isOpen(row) && row.status !== 'WAITING_PARTNER' && row.status !== 'APPROVED',
    }),
    bulk(contracts.assignMany, {
      key: 'takeOver',
      input: () => ({}),
      when: (row: Row) => free(row) && !row.mine,
    }),
  ]
}
