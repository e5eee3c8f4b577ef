import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import { Alert, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { RequestKind } from '#core/reconciliation/contract/machines.ts'
import { ITEMS_FILE_BYTES, ITEMS_FILE_TYPES, ITEMS_MAX, type RequestContracts } from '#core/reconciliation/contract/requests.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { reasonsOf } from '#platform/web/api/api-error.ts'
import { upload } from '#platform/web/api/upload.ts'
import { useLabels, useLanguage, useNames, useShellText } from '#platform/web/i18n.ts'
import { runDownload } from '#platform/web/kit/export/downloads.tsx'
import { DropZone } from '#platform/web/kit/form/drop-zone.tsx'
import { showBytes, showCount } from '#platform/web/kit/sizes.ts'
import { words } from '../words.ts'
import type { Added, RequestItem } from './items.ts'

type Read = OutputOf<RequestContracts['readFile']>
type Rejected = Read['rejected']

interface Props {
  contracts: RequestContracts
  kind: RequestKind | undefined
  /** Adds what the file brings. */
  onItems: (items: readonly RequestItem[]) => Added
}

/** What became of one file: refused as a whole, given up because another kind was selected, or what it brought and the rows that cannot be read. */
type Outcome = { name: string; kind: RequestKind | undefined } & (
  | { refusals: readonly string[] }
  | { otherKind: true }
  | ({ added: Added } & Omit<Read, 'items'>)
)

const ACCEPT = ITEMS_FILE_TYPES.map((type) => `.${type}`).join(',')

/**
 * Transactions from a file, read for the kind that is chosen: the place for the file, its template, and what became of the last one. Nothing
 * of that holds for another kind, which reads other columns.
 */
export function ItemsFile({ contracts, kind, onItems }: Props) {
  const labels = useLabels(words)
  const t = useShellText()
  const language = useLanguage()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const abort = useRef<AbortController>(null)
  const latest = useRef(kind)
  latest.current = kind
  useEffect(() => () => abort.current?.abort(), [])
  const read = async ([file]: File[]) => {
    if (!file || kind === undefined) return
    abort.current?.abort()
    const { name } = file
    setBusy(false)
    setOutcome(undefined)
    if (file.size > ITEMS_FILE_BYTES) return setOutcome({ name, kind, refusals: [t('files.tooLarge', { name, max: showBytes(ITEMS_FILE_BYTES, language) })] })
    abort.current = new AbortController()
    const { signal } = abort.current
    // Another kind reads other columns.
    const tell = (became: () => Outcome) => {
      if (!signal.aborted) setOutcome(latest.current === kind ? became() : { name, kind: latest.current, otherKind: true })
    }
    setBusy(true)
    try {
      const { items, ...read } = await upload(contracts.readFile, { kind }, file, { signal })
      tell(() => ({ name, kind, ...read, added: onItems(items.map(({ row: _row, ...item }) => item)) }))
    } catch (error) {
      tell(() => ({ name, kind, refusals: reasonsOf(error) }))
    } finally {
      if (!signal.aborted) setBusy(false)
    }
  }
  const shown = outcome?.kind === kind ? outcome : undefined
  const hint = busy
    ? labels.text('itemsFileReading')
    : kind === undefined
      ? labels.text('itemsFileKind')
      : labels.text('itemsFileHint', { most: showCount(ITEMS_MAX, language) })
  return (
    <>
      <div className="rec-items-file" aria-busy={busy}>
        <DropZone
          compact
          accept={ACCEPT}
          disabled={kind === undefined}
          title={labels.text('itemsFileDrop')}
          hint={hint}
          onFiles={(files) => void read(files)}
        />
        <Button
          type="link"
          icon={<DownloadOutlined />}
          disabled={kind === undefined}
          onClick={() => kind !== undefined && void runDownload(contracts.template, { kind })}
        >
          {t('import.template')}
        </Button>
      </div>
      <div className="rec-items-outcome" aria-live="polite">
        {shown && <FileOutcome outcome={shown} />}
      </div>
    </>
  )
}

/** What the file brought, what it did not, and why. */
function FileOutcome({ outcome }: { outcome: Outcome }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const { name } = outcome
  if ('refusals' in outcome) return <Alert type="error" showIcon title={<Lines texts={[labels.text('itemsFileRefused', { name }), ...outcome.refusals]} />} />
  if ('otherKind' in outcome) return <Alert type="warning" showIcon title={labels.text('itemsFileOtherKind', { name })} />
  const { added, rejected, lacking, unread } = outcome
  const count = (n: number) => showCount(n, language)
  const rows = new Set(rejected.map(({ row }) => row)).size
  const texts = [
    labels.text('itemsFileAdded', { n: count(added.added), name }),
    added.changed > 0 && labels.text('itemsFileChanged', { n: count(added.changed) }),
    added.known > 0 && labels.text('itemsFileKnown', { n: count(added.known) }),
    added.over > 0 && labels.text('itemsOver', { n: count(added.over), most: count(ITEMS_MAX) }),
    lacking !== null && labels.text(unread.length > 0 ? 'itemsFileUnread' : 'itemsFileLacking', { column: lacking, unread: unread.join(', ') }),
    rows > 0 && labels.text('itemsFileRejected', { n: count(rows) }),
  ].filter((text) => text !== false)
  return (
    <>
      <Alert
        type={rows > 0 || added.over > 0 || lacking !== null ? 'warning' : added.added + added.changed > 0 ? 'success' : 'info'}
        showIcon
        title={<Lines texts={texts} />}
      />
      {rejected.length > 0 && <RejectedRows rejected={rejected} />}
    </>
  )
}

/** What there is to say, a line each, no line twice. */
const Lines = ({ texts }: { texts: readonly string[] }) => [...new Set(texts)].map((text) => <div key={text}>{text}</div>)

const ENTITY = 'reconciliation.requests.requestFile'

/** The rows that cannot be read, to be put right in the file. */
function RejectedRows({ rejected }: { rejected: Rejected }) {
  const labels = useLabels(words)
  const names = useNames('reconciliation.requests')
  const name = (field: string) => names.field(ENTITY, field)
  return (
    <section className="bt-plain-table-scroll rec-scroll" aria-label={labels.text('itemsFileRows')}>
      <table className="bt-plain-table bt-plain-table-read">
        <thead>
          <tr>
            <th scope="col">{name('row')}</th>
            <th scope="col">{name('column')}</th>
            <th scope="col">{name('value')}</th>
            <th scope="col">{name('message')}</th>
          </tr>
        </thead>
        <tbody>
          {rejected.map(({ row, column, value, message }) => (
            <tr key={`${row} ${column} ${message}`}>
              <th scope="row" className="bt-num">
                {row}
              </th>
              <td>{column}</td>
              <td className="bt-num">{value}</td>
              <td className="bt-negative">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
