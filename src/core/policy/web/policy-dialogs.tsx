import { Input } from 'antd'
import { clonePolicy, endPolicy, removePolicy, submitPolicy } from '#core/policy/contract/policy.ts'
import { fill } from '#kernel/language.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { CommandDialog } from '#platform/web/kit/actions/command-dialog.tsx'
import { DateInput } from '#platform/web/kit/form/date-inputs.tsx'
import { FormDrawer, FormField } from '#platform/web/kit/form/form-drawer.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { POLICY_READS } from './policy-form.tsx'
import type { PolicyPaths } from './policy-paths.ts'
import { words } from './words.ts'

/** What the dialogs need of a policy, whether it stands in a list or alone. */
export interface PolicyHead {
  id: string
  version: number
  code: string
  revision: number
  status: string
}

export interface PolicyDialog {
  kind: 'submit' | 'end' | 'remove' | 'clone'
  policy: PolicyHead
}

export function PolicyDialogs({
  kind,
  policy: { id, version, code, revision },
  paths,
  onClose,
}: PolicyDialog & { paths: Pick<PolicyPaths, 'detail'>; onClose: () => void }) {
  const labels = useLabels(words)
  const named = { code: `${code}/${revision}` }
  const label = labels.fields('policy')
  const reason = (
    <FormField name="reason" label={label('reason')}>
      <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
    </FormField>
  )
  switch (kind) {
    case 'submit':
      return (
        <FormDrawer
          contract={submitPolicy}
          title={labels.text('submitTitle', named)}
          done={labels.text('asked')}
          submit={labels.action('submit')}
          invalidates={POLICY_READS}
          toInput={(values) => ({ id, version, ...values })}
          onClose={onClose}
        >
          {reason}
        </FormDrawer>
      )
    case 'end':
      return (
        <FormDrawer
          contract={endPolicy}
          title={labels.text('endTitle', named)}
          done={labels.text('ended')}
          submit={labels.action('end')}
          danger
          invalidates={POLICY_READS}
          toInput={(values) => ({ id, version, ...values })}
          onClose={onClose}
        >
          <FormField name="lastDay" label={label('lastDay')} help={labels.text('endHelp')}>
            <DateInput />
          </FormField>
          {reason}
        </FormDrawer>
      )
    case 'clone':
      return (
        <FormDrawer
          contract={clonePolicy}
          title={labels.text('cloneTitle', named)}
          done={labels.text('saved')}
          submit={labels.action('clone')}
          invalidates={POLICY_READS}
          toInput={(values) => ({ id, ...values })}
          onDone={(output) => openAddress(fill(paths.detail, { id: output.id }))}
          onClose={onClose}
        >
          <FormField name="code" label={label('cloneCode')}>
            <Input autoComplete="off" spellCheck={false} className="bt-num" />
          </FormField>
          <FormField name="effectiveFrom" label={label('effectiveFrom')}>
            <DateInput />
          </FormField>
        </FormDrawer>
      )
    default:
      return (
        <CommandDialog
          contract={removePolicy}
          input={{ id, version }}
          title={labels.text('removeTitle', named)}
          text={labels.text('removeText')}
          submit={labels.action('remove')}
          done={labels.text('removed')}
          danger
          invalidates={POLICY_READS}
          onClose={onClose}
        />
      )
  }
}
