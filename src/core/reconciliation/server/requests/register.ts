import type { ApprovalKind } from '#core/approvals/server/public.ts'
import { defineFileKind, type FileKind } from '#platform/server/files/kind.ts'
import { defineTask, type Registrar, type Task } from '#platform/server/module.ts'
import { REQUEST_FILES, REQUEST_FILES_BYTES, REQUEST_FILES_TYPES } from '../../contract/requests.ts'
import type { ReconciliationParts, RequestDesk } from '../plug.ts'
import { check, create, ofBreaks } from './create.ts'
import { cancel, requestKind, submit } from './kind.ts'
import { partners, requestDetail, requestList } from './list.ts'
import { itemsTemplate, readItems } from './read-file.ts'
import { REQUEST } from './records.ts'

/** Handling requests of a desk. */
export function registerRequests(on: Registrar, _parts: ReconciliationParts, desk: RequestDesk): void {
  const { contracts, actions } = desk
  const missing = contracts.kinds.filter((kind) => !actions[kind])
  if (missing.length > 0) throw new Error(`desk ${contracts.desk} offers ${missing.join(', ')} and does nothing for it`)
  const kind = requestKind(desk)
  on.list(contracts.list, requestList(contracts))
  on.query(contracts.detail, (input, ctx) => requestDetail(contracts, input, ctx))
  on.query(contracts.partners, partners)
  on.query(contracts.check, (input, ctx) => check(desk, input, ctx))
  on.download(contracts.template, async (input, ctx) => itemsTemplate(desk, input, ctx))
  on.upload(contracts.readFile, (input, ctx, file) => readItems(desk, input, ctx, file))
  on.query(contracts.ofBreaks, (input, ctx) => ofBreaks(contracts, input, ctx))
  on.command(contracts.create, (input, ctx) => create(desk, input, ctx))
  on.command(contracts.submit, (input, ctx) => submit(contracts, kind, input, ctx))
  on.command(contracts.cancel, (input, ctx) => cancel(contracts, input, ctx))
}

/** Handling requests that two people decide; made for each desk. */
export const requestKinds = ({ requestDesks }: ReconciliationParts): ApprovalKind[] => requestDesks.map(requestKind)

/** Requests that their makers have not submitted yet. */
export const requestTasks = ({ requestDesks }: ReconciliationParts): Task[] =>
  requestDesks.map(({ contracts: { desk, list, name, permissions } }) =>
    defineTask(
      `reconciliation.requests.${desk}`,
      { vi: `Yêu cầu xử lý chưa trình: ${name.vi}`, en: `Handling requests not submitted: ${name.en}` },
      list,
      { status: ['NEW'] },
      { needs: permissions.create },
    ),
  )

/** Evidence of handling requests, read by who sees the request. */
export const requestFiles = ({ requestDesks }: ReconciliationParts): FileKind =>
  defineFileKind({
    name: REQUEST_FILES,
    upload: { types: REQUEST_FILES_TYPES, maxBytes: REQUEST_FILES_BYTES, permissions: requestDesks.map(({ contracts }) => contracts.permissions.create) },
    async mayRead({ scope, session }, { subject }) {
      if (subject?.type !== REQUEST) return false
      const row = await scope.selectFrom('reconciliation.request as r').select('r.desk').where('r.id', '=', subject.id).executeTakeFirst()
      const desk = requestDesks.find(({ contracts }) => contracts.desk === row?.desk)
      return desk !== undefined && session.permissions.has(desk.contracts.permissions.see)
    },
  })
