import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { decideRequest } from '#core/approvals/contract/request.ts'
import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import type { RawInputOf } from '#kernel/contract.ts'
import type { StatementFile } from '../src/app/simulator/statements/writing.ts'
import type { TestApp } from './app.ts'
import { runJobs } from './jobs.ts'
import { sendUpload } from './workbooks.ts'

/** Who works where in the tests of reconciliation: application of the calls. */
type Client = NonNullable<Parameters<TestApp['headersOf']>[1]>

const PIECE = 8 * 1_048_576

/** A maker's way through a desk of reconciliation, by the calls that the screens make. Each throws with the refusal in words. */
export class ReconciliationClerk {
  readonly it: TestApp
  readonly desk: ReconciliationContracts
  readonly clientId: Client

  constructor(it: TestApp, desk: ReconciliationContracts, clientId: Client) {
    this.it = it
    this.desk = desk
    this.clientId = clientId
  }

  async ask<C extends Parameters<TestApp['call']>[0]>(contract: C, input: RawInputOf<C>, as = 'ketoan') {
    const headers: Record<string, string> = contract.idempotent
      ? {
          'idempotency-key': createHash('sha256')
            .update(JSON.stringify([contract.path, input]))
            .digest('hex'),
        }
      : {}
    const { data, code, message, errors } = await this.it.call(contract, input, { as, clientId: this.clientId, headers })
    if (code !== 'API000' || data === undefined || data === null) throw new Error(`${contract.path}: ${code} ${message} ${JSON.stringify(errors ?? [])}`)
    return data
  }

  async decide(requestId: string, decision: 'APPROVE' | 'REJECT' = 'APPROVE', as = 'kiemsoat') {
    const { version } = await this.it.runtime.db.selectFrom('approvals.request').select('version').where('id', '=', requestId).executeTakeFirstOrThrow()
    return this.ask(decideRequest, { id: requestId, version, decision, reason: 'Đã kiểm tra' }, as)
  }

  /** A configuration in force. */
  async setup(input: RawInputOf<ReconciliationContracts['setups']['create']>): Promise<string> {
    const made = await this.ask(this.desk.setups.create, input)
    const { requestId } = await this.ask(this.desk.setups.submit, { id: made.id, version: made.version, reason: 'Áp dụng' })
    await this.decide(requestId)
    return made.id
  }

  async session(setupId: string, fromDay: string, toDay: string): Promise<string> {
    return (await this.ask(this.desk.sessions.create, { setupId, fromDay, toDay })).id
  }

  /** Sends a file in pieces and lets it be read. */
  async upload(sessionId: string, { name, content }: Pick<StatementFile, 'name' | 'content'>): Promise<void> {
    const { sessions } = this.desk
    const { id } = await this.ask(sessions.beginStatement, { sessionId, fileName: name, bytes: content.length })
    const headers = { ...(await this.it.headersOf('ketoan', this.clientId)), 'accept-language': 'vi' }
    for (let number = 0; number * PIECE < content.length; number++) {
      const piece = { name, content: content.subarray(number * PIECE, (number + 1) * PIECE) }
      const { data, code, message } = await sendUpload(this.it.app as FastifyInstance, sessions.sendPiece.path, piece, headers, {
        statementId: id,
        number: String(number),
      })
      if (!data) throw new Error(`${code} ${message}`)
    }
    await this.ask(sessions.finishStatement, { statementId: id })
    await runJobs(this.it)
  }

  async match(sessionId: string): Promise<void> {
    const { version } = await this.detail(sessionId)
    await this.ask(this.desk.sessions.match, { id: sessionId, version })
    await runJobs(this.it)
  }

  detail(id: string) {
    return this.ask(this.desk.sessions.detail, { id })
  }

  /** All breaks of a session. */
  async breaks(sessionId: string) {
    const { result, totalRecord } = await this.ask(this.desk.breaks.list, {
      searchSdi: { sessionId },
      pageInfo: { currentPage: 1, pageSize: 100 },
      sort: { field: 'reference', direction: 'asc' },
    } as never)
    const rows = result as { id: string; version: number; kind: string; reference: string; difference: string; oursLines: number; theirsLines: number }[]
    if (rows.length !== totalRecord) throw new Error(`more breaks than one page: ${totalRecord}`)
    return rows
  }
}
