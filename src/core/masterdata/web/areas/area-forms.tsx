import MinusCircleOutlined from '@ant-design/icons/MinusCircleOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { Alert, Button, Checkbox, Drawer, Form, Input, Select, Skeleton, Switch } from 'antd'
import type { ReactNode } from 'react'
import {
  areaChildren,
  closeArea,
  createArea,
  findArea,
  linkSuccessor,
  listAreas,
  listSuccessions,
  reviseArea,
  traceArea,
  unlinkSuccessor,
  updateArea,
} from '#core/masterdata/contract/areas/area.ts'
import { AREA_LEVELS, type AreaLevel, CODE_LENGTH, KINDS_OF_LEVEL, SUCCESSION_KINDS } from '#core/masterdata/contract/areas/area-kinds.ts'
import { locationCommunes, locationDistricts, locationProvinces } from '#core/masterdata/contract/areas/location.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { addDays } from '#kernel/dates.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { CommandDialog } from '#platform/web/kit/actions/command-dialog.tsx'
import { DateInput } from '#platform/web/kit/form/date-inputs.tsx'
import { FormDrawer, FormField } from '#platform/web/kit/form/form-drawer.tsx'
import { useFormData } from '#platform/web/kit/form/use-form-data.ts'
import { words } from '../words.ts'
import { AreaSelect, KindSelect, ParentInput } from './area-inputs.tsx'

type Area = OutputOf<typeof findArea>
interface Props {
  id: string
  onClose: () => void
}

/** A change of one area shows in all of these. */
const READS = [listAreas, areaChildren, findArea, traceArea, listSuccessions, locationProvinces, locationDistricts, locationCommunes]

/** Loads what the form is about. */
function WithArea({ id, onClose, children }: Props & { children: (area: Area) => ReactNode }) {
  const { data } = useFormData(findArea, { id })
  if (data) return children(data)
  return (
    <Drawer open size={480} onClose={onClose} title={<Skeleton.Input size="small" active />}>
      <Skeleton active />
    </Drawer>
  )
}

export function AreaCreate({ onClose }: { onClose: () => void }) {
  const labels = useLabels(words)
  const label = labels.fields('area')
  return (
    <FormDrawer
      contract={createArea}
      title={labels.text('areaCreate')}
      done={labels.text('saved')}
      invalidates={READS}
      initial={{ level: 'COMMUNE', kind: 'WARD' }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormField name="level" label={label('level')}>
            <Select
              options={AREA_LEVELS.map((level) => ({ value: level, label: labels.enumValue('masterdata.areaLevel', level) }))}
              onChange={(level: AreaLevel) => form.setFieldsValue({ kind: KINDS_OF_LEVEL[level][0], parentCode: undefined })}
            />
          </FormField>
          <FormField name="validFrom" label={label('validFrom')}>
            <DateInput />
          </FormField>
          <Form.Item noStyle dependencies={['level', 'validFrom']}>
            {() => <LevelFields level={form.getFieldValue('level') as AreaLevel} asOf={form.getFieldValue('validFrom') as string | undefined} />}
          </Form.Item>
          <FormField name="validTo" label={label('validTo')}>
            <DateInput />
          </FormField>
        </>
      )}
    </FormDrawer>
  )
}

function LevelFields({ level, asOf }: { level: AreaLevel; asOf: string | undefined }) {
  const labels = useLabels(words)
  const label = labels.fields('area')
  return (
    <>
      {level !== 'PROVINCE' && (
        <FormField name="parentCode" label={label('parentCode')} needed>
          <ParentInput level={level} asOf={asOf} />
        </FormField>
      )}
      <FormField name="kind" label={label('kind')}>
        <KindSelect level={level} />
      </FormField>
      <FormField name="name" label={label('name')}>
        <Input autoComplete="off" />
      </FormField>
      <FormField name="code" label={label('code')}>
        <Input autoComplete="off" inputMode="numeric" maxLength={CODE_LENGTH[level]} className="bt-num" />
      </FormField>
    </>
  )
}

export function AreaEdit({ id, onClose }: Props) {
  const labels = useLabels(words)
  return (
    <WithArea id={id} onClose={onClose}>
      {({ version, fullName, kind, name, level, status }) => (
        <FormDrawer
          contract={updateArea}
          title={labels.text('areaEdit', { name: fullName })}
          done={labels.text('saved')}
          invalidates={READS}
          initial={{ kind, name, active: status === 'ACTIVE' }}
          toInput={({ active, ...values }) => ({ id, version, ...values, status: active === false ? 'LOCKED' : 'ACTIVE' })}
          onClose={onClose}
        >
          <Alert type="info" showIcon title={labels.text('areaEditText')} className="bt-form-alert" />
          <FormField name="kind" label={labels.field('area', 'kind')}>
            <KindSelect level={level} />
          </FormField>
          <FormField name="name" label={labels.field('area', 'name')}>
            <Input autoComplete="off" />
          </FormField>
          <FormField name="active" label={labels.enumValue('masterdata.status', 'ACTIVE')} valuePropName="checked">
            <Switch />
          </FormField>
        </FormDrawer>
      )}
    </WithArea>
  )
}

export function AreaRevise({ id, onClose }: Props) {
  const labels = useLabels(words)
  const label = labels.fields('area')
  return (
    <WithArea id={id} onClose={onClose}>
      {({ version, fullName, kind, name, level, parentCode }) => (
        <FormDrawer
          contract={reviseArea}
          title={labels.text('areaRevise', { name: fullName })}
          done={labels.text('saved')}
          invalidates={READS}
          initial={{ kind, name, parentCode: parentCode ?? undefined }}
          toInput={(values) => ({ id, version, ...values })}
          onClose={onClose}
        >
          {(form) => (
            <>
              <Alert type="info" showIcon title={labels.text('areaReviseText')} className="bt-form-alert" />
              <FormField name="from" label={label('from')}>
                <DateInput />
              </FormField>
              <FormField name="kind" label={label('kind')}>
                <KindSelect level={level} />
              </FormField>
              <FormField name="name" label={label('name')}>
                <Input autoComplete="off" />
              </FormField>
              {level !== 'PROVINCE' && (
                <Form.Item noStyle dependencies={['from']}>
                  {() => (
                    <FormField name="parentCode" label={label('parentCode')}>
                      <ParentInput level={level} asOf={form.getFieldValue('from') as string | undefined} />
                    </FormField>
                  )}
                </Form.Item>
              )}
              <FormField name="note" label={label('note')}>
                <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} />
              </FormField>
            </>
          )}
        </FormDrawer>
      )}
    </WithArea>
  )
}

function SuccessionSelect(props: { id?: string; value?: string; onChange?: (value: string) => void; 'aria-label'?: string }) {
  const labels = useLabels(words)
  return <Select {...props} options={SUCCESSION_KINDS.map((kind) => ({ value: kind, label: labels.enumValue('masterdata.succession', kind) }))} />
}

export function AreaClose({ id, onClose }: Props) {
  const labels = useLabels(words)
  const label = labels.fields('area')
  return (
    <WithArea id={id} onClose={onClose}>
      {({ version, fullName, level }) => (
        <FormDrawer
          contract={closeArea}
          title={labels.text('areaClose', { name: fullName })}
          done={labels.text('saved')}
          submit={labels.action('close')}
          danger
          size={560}
          invalidates={READS}
          initial={{ withChildren: false, successors: [] }}
          toInput={(values) => ({ id, version, ...values })}
          onClose={onClose}
        >
          {(form) => (
            <>
              <FormField name="lastDay" label={label('lastDay')}>
                <DateInput />
              </FormField>
              {level !== 'COMMUNE' && (
                <FormField name="withChildren" label="" valuePropName="checked">
                  <Checkbox>{label('withChildren')}</Checkbox>
                </FormField>
              )}
              <Form.Item label={label('successors')} dependencies={['lastDay']}>
                {() => <Successors level={level} lastDay={form.getFieldValue('lastDay') as string | undefined} />}
              </Form.Item>
              <FormField name="note" label={label('note')}>
                <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} />
              </FormField>
            </>
          )}
        </FormDrawer>
      )}
    </WithArea>
  )
}

/** Rows of area and kind; offered are the areas of the day after. */
function Successors({ level, lastDay }: { level: AreaLevel; lastDay: string | undefined }) {
  const labels = useLabels(words)
  return (
    <Form.List name="successors">
      {(fields, { add, remove }) => (
        <>
          {fields.map((field) => (
            <div key={field.key} className="area-successor">
              <Form.Item name={[field.name, 'id']}>
                <AreaSelect level={level} asOf={lastDay && addDays(lastDay, 1)} />
              </Form.Item>
              <Form.Item name={[field.name, 'kind']}>
                <SuccessionSelect aria-label={labels.field('succession', 'kind')} />
              </Form.Item>
              <Button type="text" icon={<MinusCircleOutlined />} aria-label={labels.action('unlink')} onClick={() => remove(field.name)} />
            </div>
          ))}
          <Button icon={<PlusOutlined />} onClick={() => add({ kind: fields.length === 0 ? 'WHOLE' : 'PART' })}>
            {labels.action('link')}
          </Button>
        </>
      )}
    </Form.List>
  )
}

export function AreaLink({ id, onClose }: Props) {
  const labels = useLabels(words)
  return (
    <WithArea id={id} onClose={onClose}>
      {({ fullName, validTo, level }) => (
        <FormDrawer
          contract={linkSuccessor}
          title={labels.text('areaLink', { name: fullName })}
          done={labels.text('saved')}
          invalidates={READS}
          initial={{ kind: 'WHOLE' }}
          toInput={(values) => ({ oldId: id, ...values })}
          onClose={onClose}
        >
          <FormField name="newId" label={labels.field('area', 'successors')}>
            <AreaSelect level={level} asOf={validTo ? addDays(validTo, 1) : undefined} />
          </FormField>
          <FormField name="kind" label={labels.field('succession', 'kind')}>
            <SuccessionSelect />
          </FormField>
          <FormField name="note" label={labels.field('area', 'note')}>
            <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} />
          </FormField>
        </FormDrawer>
      )}
    </WithArea>
  )
}

interface UnlinkProps {
  oldId: string
  newId: string
  oldName: string
  newName: string
  onClose: () => void
}

export function AreaUnlink({ oldId, newId, oldName, newName, onClose }: UnlinkProps) {
  const labels = useLabels(words)
  return (
    <CommandDialog
      contract={unlinkSuccessor}
      input={{ oldId, newId }}
      title={labels.action('unlink')}
      text={`${oldName} → ${newName}`}
      submit={labels.action('unlink')}
      done={labels.text('removed')}
      danger
      invalidates={READS}
      onClose={onClose}
    />
  )
}
