import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newRegistry } from './registry.ts'
import { inCode } from './series.ts'

test('counters of closed sets start at 0, others when something is counted', () => {
  const { counter, text } = newRegistry('a_')
  const closed = counter('doors_total', 'Doors.', { kind: ['in', 'out'], colour: ['red'] })
  const open = counter('ways_total', 'Ways.', { way: inCode })
  assert.equal(
    text(),
    '# HELP a_doors_total Doors.\n# TYPE a_doors_total counter\na_doors_total{kind="in",colour="red"} 0\na_doors_total{kind="out",colour="red"} 0\n',
  )
  closed.add({ colour: 'red', kind: 'out' })
  open.add({ way: 'a "b" \\ \n' })
  assert.match(text(), /^a_doors_total\{kind="out",colour="red"\} 1$/m)
  assert.match(text(), /^a_ways_total\{way="a \\"b\\" \\\\ \\n"\} 1$/m)
})

test('a histogram counts values up to each bound, and a summary their number and sum', () => {
  const { histogram, summary, text } = newRegistry('')
  const [wide, narrow] = [histogram('w', 'W.', {}, [1, 2.5]), summary('n', 'N.', { of: inCode })]
  for (const value of [0.5, 1, 1.5, 3]) {
    wide.observe({}, value)
    narrow.observe({ of: 'x' }, value)
  }
  assert.equal(
    text(),
    '# HELP w W.\n# TYPE w histogram\nw_bucket{le="1"} 2\nw_bucket{le="2.5"} 3\nw_bucket{le="+Inf"} 4\nw_sum 6\nw_count 4\n' +
      '# HELP n N.\n# TYPE n summary\nn_sum{of="x"} 6\nn_count{of="x"} 4\n',
  )
})

test('a gauge has no value before it is set or after it is cleared', () => {
  const { gauge, text } = newRegistry('')
  const level = gauge('level', 'L.', { of: ['x', 'y'] })
  assert.equal(text(), '')
  level.set({ of: 'x' }, -1)
  assert.equal(text(), '# HELP level L.\n# TYPE level gauge\nlevel{of="x"} -1\n')
  level.clear()
  assert.equal(text(), '')
})
