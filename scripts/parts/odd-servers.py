"""Servers on loopback that do not keep to HTTP: prints a name and a port for each, then "ready"."""

import socket
import struct
import threading

ANSWERS = {
    "closes": b"",
    "resets": None,
    "truncated": b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{",
    "bad-chunk": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nx",
    "not-http": b"SSH-2.0-odd\r\n",
    "web-page": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 13\r\n\r\n<html></html>",
    "garbage": b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n{{{{{",
}


def serve(listener, answer):
    while True:
        connection, _ = listener.accept()
        head = b""
        while b"\r\n\r\n" not in head:
            received = connection.recv(65536)
            if not received:
                break
            head += received
        if answer is None:
            # Closing with a linger time of zero sends a reset.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        else:
            connection.sendall(answer)
        connection.close()


for name, answer in ANSWERS.items():
    listener = socket.create_server(("127.0.0.1", 0))
    print(name, listener.getsockname()[1], flush=True)
    threading.Thread(target=serve, args=(listener, answer), daemon=True).start()
print("ready", flush=True)
threading.Event().wait()
