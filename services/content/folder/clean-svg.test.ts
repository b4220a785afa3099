import { describe, expect, test } from 'vitest'
import { cleanSvg } from './clean-svg.ts'

const SVG = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200"'
const drawing = (inside: string) => `<svg ${SVG}>\n${inside}\n</svg>`

describe('a drawing', () => {
  test('is written again, without what drawing programs add', () => {
    const source = `<?xml version="1.0" encoding="UTF-8"?>
<!-- made with a program -->
<svg ${SVG} xmlns:inkscape="http://www.inkscape.org/" inkscape:version="1.3" width="40mm">
<metadata><a href="https://a.example">x</a></metadata>
<sodipodi:namedview pagecolor="#fff"/>
<title>A &amp; B</title>
<linearGradient id="shade"><stop offset="0" stop-color="red"/></linearGradient>
<rect x="1" width="9" height="9" fill="url(#shade)"/><use xlink:href="#shade"/>
<text font-family="system-ui, sans-serif">1 &lt; 2 “and” &#233;</text>
</svg>`
    const cleaned = cleanSvg(source)
    expect(cleaned).toMatchObject({ width: 400, height: 200 })
    const svg = 'svg' in cleaned ? cleaned.svg : ''
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="400" height="200" viewBox="0 0 400 200">/,
    )
    expect(svg).toContain('<title>A &amp; B</title>')
    expect(svg).toContain('<linearGradient id="shade"><stop offset="0" stop-color="red"></stop>')
    expect(svg).toContain('fill="url(#shade)"')
    expect(svg).toContain('<use href="#shade"></use>')
    expect(svg).toContain('1 &lt; 2 “and” é')
    expect(svg).not.toMatch(/inkscape|metadata|namedview|a\.example|program/)
    expect(cleanSvg(svg)).toEqual({ ...cleaned, svg: expect.any(String) })
  })

  test.each([
    ['a script', '<script>alert(1)</script>', /<script>/],
    ['HTML', '<foreignObject><b>x</b></foreignObject>', /<foreignObject>/],
    ['HTML among shapes', '<p>x</p>', /./],
    ['HTML in a title', '<title><img src="x" onerror="alert(1)"></title>', /<img>/],
    ['an event', '<rect\nonload="alert(1)"/>', /onload="alert\(1\)" in <rect>/],
    ['a link', '<a href="https://a.example"><rect/></a>', /<a>/],
    ['a picture', '<image href="https://a.example/a.png"/>', /<image>/],
    ['a part of another file', '<use href="https://a.example/a.svg#a"/>', /leads out of the file/],
    ['data', '<use xlink:href="data:image/svg+xml,a"/>', /leads out of the file/],
    ['a paint of another file', '<rect fill="url(//a.example/a#b)"/>', /leads out of the file/],
    ['an escaped paint', '<rect fill="u\\72l(//a.example)"/>', /leads out of the file/],
    ['a script for an address', '<use href="javascript:alert(1)"/>', /leads out of the file/],
    ['a style', '<rect style="fill:red"/>', /style="fill:red"/],
    ['styles', '<style>@import "https://a.example/a.css"</style>', /<style>/],
    ['a change in time', '<rect><set attributeName="href" to="x"/></rect>', /<set>/],
    ['a declaration of the site', '<rect/><?xml-stylesheet href="a.css"?>', /<\?/],
    ['an attribute twice', '<rect x="1" x="2"/>', /duplicate-attribute/],
    ['an element of nobody', '<blink/>', /<blink>/],
  ])('with %s is refused, and the line is named [T27]', (_, inside, message) => {
    expect(cleanSvg(drawing(inside))).toEqual({ line: 2, message: expect.stringMatching(message) })
  })

  test.each([
    ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${drawing('')}`, /<!DOCTYPE/],
    ['no size', '<svg><rect/></svg>', /viewBox/],
    ['the size of a house', '<svg viewBox="0 0 4001 10"></svg>', /viewBox/],
    ['another root', '<html><body>x</body></html>', /outside <svg>/],
    ['two roots', `${drawing('')}${drawing('')}`, /one element/],
    ['nothing', '', /one element/],
    ['elements without end', drawing('<g>'.repeat(50) + '</g>'.repeat(50)), /too many elements/],
    ['elements without number', drawing('<g/>'.repeat(6_000)), /too many elements/],
  ])('with %s is refused', (_, source, message) => {
    expect(cleanSvg(source)).toEqual({
      line: expect.any(Number),
      message: expect.stringMatching(message),
    })
  })
})
