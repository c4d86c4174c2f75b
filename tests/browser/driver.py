"""A browser without a window, driven through chromedriver by plain HTTP (WebDriver). Nothing but Python's own library."""
import base64
import json
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request

FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--hide-scrollbars',
         '--disable-background-networking', '--disable-component-update', '--disable-sync']
KEYS = {'Right': '\ue014', 'Left': '\ue012', 'Home': '\ue011', 'End': '\ue010', 'Escape': '\ue00c', 'Enter': '\ue007', 'Tab': '\ue004'}


def free_port():
    with socket.socket() as one:
        one.bind(('127.0.0.1', 0))
        return one.getsockname()[1]


class Browser:
    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix='coset-browser-')
        port = free_port()
        self.address = f'http://127.0.0.1:{port}'
        self.driver = subprocess.Popen(['chromedriver', f'--port={port}', '--silent'], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
        self.wait_for_driver()
        options = {'args': FLAGS + [f'--user-data-dir={self.profile}']}
        capabilities = {'alwaysMatch': {'goog:chromeOptions': options, 'goog:loggingPrefs': {'browser': 'ALL'}}}
        self.session = self.call('POST', '/session', {'capabilities': capabilities})['sessionId']

    def wait_for_driver(self):
        for _ in range(300):
            try:
                if self.call('GET', '/status')['ready']:
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError('chromedriver does not start')

    def call(self, method, path, body=None):
        request = urllib.request.Request(self.address + path, method=method,
                                         data=None if body is None else json.dumps(body).encode(),
                                         headers={'Content-Type': 'application/json'})
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)['value']

    def ask(self, path, body=None, method='POST'):
        return self.call(method, f'/session/{self.session}{path}', body if method == 'POST' else None)

    def close(self):
        try:
            self.ask('', method='DELETE')
        finally:
            self.driver.terminate()
            self.driver.wait()
            shutil.rmtree(self.profile, ignore_errors=True)

    def develop(self, command, **parameters):  # the browser's own protocol
        return self.ask('/goog/cdp/execute', {'cmd': command, 'params': parameters})

    def open(self, path):
        self.ask('/url', {'url': f'file://{path}'})

    def run(self, script, *arguments):
        return self.ask('/execute/sync', {'script': script, 'args': list(arguments)})

    def press(self, *keys):
        actions = []
        for key in keys:
            code = KEYS.get(key, key)
            actions += [{'type': 'keyDown', 'value': code}, {'type': 'keyUp', 'value': code}]
        self.ask('/actions', {'actions': [{'type': 'key', 'id': 'keys', 'actions': actions}]})

    def pinch(self, x, y, before, after):  # two fingers on a line, so far apart
        for kind, apart in [('touchStart', before)] + [('touchMove', before + (after - before) * i / 8) for i in range(1, 9)]:
            points = [{'x': x + sign * apart / 2, 'y': y, 'id': finger} for finger, sign in enumerate((-1, 1))]
            self.develop('Input.dispatchTouchEvent', type=kind, touchPoints=points)
        self.develop('Input.dispatchTouchEvent', type='touchEnd', touchPoints=[])

    def log(self):  # what came since it was asked for last
        return [entry for entry in self.ask('/se/log', {'type': 'browser'}) if entry['level'] in ('SEVERE', 'WARNING')]

    def resize(self, width, height, mobile=False):
        self.develop('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=mobile)

    def prefer(self, **features):
        self.develop('Emulation.setEmulatedMedia',
                     features=[{'name': name.replace('_', '-'), 'value': value} for name, value in features.items()])

    def picture(self, path):
        with open(path, 'wb') as file:
            file.write(base64.b64decode(self.ask('/screenshot', method='GET')))
