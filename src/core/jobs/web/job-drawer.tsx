import { getJob, JobDetail } from '#core/jobs/contract/jobs.ts'
import { jobsTopic } from '#kernel/live.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { CopyButton } from '#platform/web/kit/value/copy-button.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { words } from './words.ts'

/** One job as its record has it; follows it while it runs. */
export function JobDrawer({ row: { id, name }, onClose }: DialogProps<Pick<JobDetail, 'id' | 'name'>>) {
  const labels = useLabels(words)
  const query = useContractQuery(getJob, { id }, { quiet: true })
  useLiveReads(jobsTopic, getJob)
  return (
    <RecordDrawer query={query} title={labels.text('detail', { name })} size={640} onClose={onClose}>
      {(job) => (
        <>
          <FieldList
            schema={JobDetail}
            value={job}
            entity="jobs.job"
            fields={['state', 'tries', 'maxTries', 'progress', 'progressNote', 'createdAt', 'startAfter', 'startedAt', 'endedAt', 'seconds', 'askedBy', 'id']}
          />
          {job.lastError && (
            <section>
              <h3>{labels.field('job', 'lastError')}</h3>
              <pre className="job-text job-error">{job.lastError}</pre>
            </section>
          )}
          <section>
            <h3>{labels.field('job', 'code')}</h3>
            <code>{job.code}</code>
          </section>
          <section>
            <h3>
              {labels.field('job', 'input')} <CopyButton text={job.input} />
            </h3>
            <pre className="job-text">{job.input}</pre>
          </section>
        </>
      )}
    </RecordDrawer>
  )
}
