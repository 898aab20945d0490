"""open-report.py REPORT FOLDER: opens the page in Chromium as people with different screens do, and says what is wrong.

Reads the texts that must be on the page from the standard input, one a line. Leaves screenshots in the folder.
"""

import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile

WIDTHS = [1280, 390]
SCHEMES = ["light", "dark"]

# Every piece of visible text against what lies behind it (WCAG 2.2, 1.4.3), and bars against their track (1.4.11).
LOOK = """
(() => {
  const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
  const isClear = ([, , , alpha = 1]) => alpha === 0;
  const back = element => {
    for (let at = element; at; at = at.parentElement) {
      const colour = numbers(getComputedStyle(at).backgroundColor);
      if (!isClear(colour)) return colour;
    }
    return [255, 255, 255];
  };
  const light = colour => {
    const [r, g, b] = colour.slice(0, 3).map(v => v / 255)
      .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [a, b] = [light(one), light(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const faults = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || element.closest(".spoken")) continue;
    count += 1;
    const found = contrast(numbers(getComputedStyle(element).color), back(element));
    if (found < 4.5) faults.add(`contrast ${found.toFixed(2)}: ${element.outerHTML.slice(0, 80)}`);
  }
  for (const bar of document.querySelectorAll(".track > span, .key")) {
    const colour = numbers(getComputedStyle(bar).backgroundColor);
    const found = isClear(colour) ? 21 : contrast(colour, back(bar.parentElement));
    if (found < 3) faults.add(`contrast ${found.toFixed(2)} of a bar: ${bar.className}`);
  }
  const text = document.body.innerText.replace(/\\s+/g, " ");
  return { faults: [...faults], count, text, width: document.documentElement.scrollWidth };
})()
"""


class Browser:
    """Chromium by its debugging pipe: JSON messages that end in a zero byte."""

    def __init__(self, profile):
        to_browser, self.out = os.pipe()
        self.inp, from_browser = os.pipe()
        # The browser reads from descriptor 3 and writes to 4.
        script = f"exec chromium \"$@\" 3<&{to_browser} 4>&{from_browser}"
        options = [
            "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu", "--hide-scrollbars",
            "--disable-background-networking", f"--user-data-dir={profile}",
        ]
        # Root has no sandbox; a container for tests runs as root.
        options += ["--no-sandbox"] if os.geteuid() == 0 else []
        self.process = subprocess.Popen(
            ["bash", "-c", script, "chromium", *options], pass_fds=(to_browser, from_browser),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.count, self.session, self.events = b"", 0, None, []

    def message(self):
        while b"\0" not in self.buffer:
            received = os.read(self.inp, 1 << 20)
            if not received:
                sys.exit("Chromium ended by itself.")
            self.buffer += received
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def call(self, method, **parameters):
        self.count += 1
        request = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        rest = json.dumps(request).encode() + b"\0"
        while rest:
            rest = rest[os.write(self.out, rest):]
        while True:
            message = self.message()
            if message.get("id") == self.count:
                if "error" in message:
                    sys.exit(f"{method}: {message['error']['message']}")
                return message["result"]
            self.events.append(message)

    def wait(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.message())

    def open(self, url):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"]:
            self.call(f"{domain}.enable")
        self.events.clear()
        self.call("Page.navigate", url=url)
        self.wait("Page.loadEventFired")


def complaints(events, url):
    for event in events:
        method, values = event.get("method"), event.get("params", {})
        if method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
            yield f"console: {json.dumps(values)[:300]}"
        if method == "Network.requestWillBeSent" and values["request"]["url"] != url:
            yield f"asks for {values['request']['url']}"


def main(report, folder):
    expected = [line.strip() for line in sys.stdin if line.strip()]
    url = pathlib.Path(report).resolve().as_uri()
    faults = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        browser.open(url)
        for width in WIDTHS:
            for scheme in SCHEMES:
                place = f"{width} pixels, {scheme}"
                browser.call(
                    "Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1,
                    mobile=width < 600,
                )
                browser.call(
                    "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}]
                )
                page = browser.call("Runtime.evaluate", expression=LOOK, returnByValue=True)["result"]["value"]
                faults += [f"{place}: {fault}" for fault in page["faults"]]
                faults += [f"{place}: '{text}' is missing" for text in expected if text not in page["text"]]
                if page["width"] > width:
                    faults.append(f"{place}: the page is {page['width']} pixels wide")
                if page["count"] < 50:
                    faults.append(f"{place}: only {page['count']} pieces of text")
                roles = [
                    node["role"]["value"]
                    for node in browser.call("Accessibility.getFullAXTree")["nodes"]
                    if not node["ignored"]
                ]
                for role in ["table", "row", "columnheader", "rowheader", "cell", "caption", "heading", "link"]:
                    if role not in roles:
                        faults.append(f"{place}: no {role} for a screen reader")
                image = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)["data"]
                pathlib.Path(folder, f"report-{width}-{scheme}.png").write_bytes(base64.b64decode(image))
        faults += complaints(browser.events, url)
        browser.session = None
        browser.call("Browser.close")
        browser.process.wait(timeout=30)
    for fault in sorted(set(faults)):
        print(fault, file=sys.stderr)
    if not faults:
        print(f"The report has {len(expected)} expected rows, at {len(WIDTHS)} widths, light and dark: {folder}")
    return 1 if faults else 0


sys.exit(main(*sys.argv[1:]))
