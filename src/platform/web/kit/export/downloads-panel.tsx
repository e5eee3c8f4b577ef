import CloseOutlined from '@ant-design/icons/CloseOutlined'
import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import { Button, Popover } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { showTimestamp } from '#kernel/dates.ts'
import { cancelExport, type ExportJob, myExports, removeExport } from '#kernel/exports.ts'
import { streamFile } from '#kernel/files.ts'
import { call } from '../../api/call.ts'
import { reportError } from '../../api/report-error.ts'
import { useContractQuery } from '../../api/use-query.ts'
import { shellText, useLanguage, useShellText } from '../../i18n.ts'
import { notify } from '../../shell/notices/notify.ts'
import { showBytes, showCount } from '../sizes.ts'
import { refreshExports, runDownload } from './downloads.tsx'
import './downloads.css'
import { CountBadge } from '../value/count-badge.tsx'
import { IconButton } from '../value/icon-button.tsx'

const LOOK_AGAIN_MS = 1_500

const isOpen = ({ state }: ExportJob) => state === 'WAITING' || state === 'RUNNING'

/** Large exports of the person, running and finished, wherever they were asked for; absent while there are none. */
export function DownloadsButton() {
  const t = useShellText()
  const [open, setOpen] = useState(false)
  const { data: jobs = [] } = useContractQuery(
    myExports,
    {},
    { quiet: true, keepPrevious: true, refetchInterval: (known) => (known?.some(isOpen) ? LOOK_AGAIN_MS : false) },
  )
  useFinished(jobs)
  if (jobs.length === 0) return null
  const running = jobs.filter(isOpen).length
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      title={t('downloads.title')}
      content={
        <ul className="bt-downloads">
          {jobs.map((job) => (
            <Job key={job.id} job={job} />
          ))}
        </ul>
      }
    >
      <Button
        type="text"
        icon={
          <CountBadge count={running}>
            <DownloadOutlined />
          </CountBadge>
        }
        aria-label={t('downloads.open', { n: running })}
        title={t('downloads.title')}
      />
    </Popover>
  )
}

function Job({ job }: { job: ExportJob }) {
  const t = useShellText()
  const language = useLanguage()
  const { id, title, format, state, done, total, file, askedAt } = job
  const run = (work: Promise<unknown>) => void work.catch((error: unknown) => reportError(error, { command: true })).finally(refreshExports)
  const name = `${title} (${format})`
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <small className="bt-num">{showTimestamp(askedAt)}</small>
        {state === 'WAITING' || state === 'RUNNING' ? (
          <>
            <progress value={done} max={Math.max(total, 1)} aria-label={name} />
            <small className="bt-num" role="status">
              {total > 0 ? t('downloads.rows', { done: showCount(done, language), total: showCount(total, language) }) : t('downloads.waiting')}
            </small>
          </>
        ) : (
          <small role="status">
            {state === 'DONE'
              ? file
                ? t('downloads.ready', { n: showCount(done, language), size: showBytes(file.size, language) })
                : t('downloads.expired')
              : t(`downloads.${state}`)}
          </small>
        )}
      </div>
      {isOpen(job) && (
        <Button size="small" onClick={() => run(call(cancelExport, { id }))} aria-label={t('downloads.cancelNamed', { name })}>
          {t('common.cancel')}
        </Button>
      )}
      {file && (
        <Button size="small" type="primary" onClick={() => void fetchFile(file.uuid)} aria-label={t('downloads.fetchNamed', { name })}>
          {t('downloads.fetch')}
        </Button>
      )}
      {!isOpen(job) && <IconButton icon={<CloseOutlined />} label={t('downloads.removeNamed', { name })} onClick={() => run(call(removeExport, { id }))} />}
    </li>
  )
}

const fetchFile = (uuid: string) => runDownload(streamFile, { uuid })

/** Says so when a file that was being written is ready. */
function useFinished(jobs: readonly ExportJob[]): void {
  const running = useRef(new Set<string>())
  useEffect(() => {
    for (const job of jobs) {
      if (running.current.has(job.id) && !isOpen(job)) announce(job)
    }
    running.current = new Set(jobs.filter(isOpen).map(({ id }) => id))
  }, [jobs])
}

function announce({ title, state, file }: ExportJob): void {
  if (file) {
    const { uuid } = file
    const key = `export-${uuid}`
    const text = (
      <Button size="small" type="primary" onClick={() => void fetchFile(uuid)}>
        {shellText('downloads.fetch')}
      </Button>
    )
    notify({ key, kind: 'success', title: shellText('downloads.readyTitle', { title }), text, seconds: 30 })
  } else if (state === 'FAILED' || state === 'REFUSED') {
    notify({ kind: 'error', title, text: shellText(`downloads.${state}`) })
  }
}
