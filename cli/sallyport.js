#!/usr/bin/env node
// No import statement: a Node that is too old for the rest must be able to report that.
const oldest = [24, 12]
const [major, minor] = process.versions.node.split('.').map(Number)

// the package has './main.js': no types to strip, and nothing to keep
const main = './main.ts'
const start = async () => {
  if (main.endsWith('.ts')) await import('../src/compile-cache.js')
  await import(main)
}

if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) {
  void start()
} else {
  process.stderr.write(`Sallyport needs Node ${oldest.join('.')} or later; this is ${process.version}.\n`)
  process.exitCode = 1
}
