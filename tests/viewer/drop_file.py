# SPDX-License-Identifier: Zlib
"""Drops a file on a window, as a file manager does, by the protocol of X for that (XDND, version 5).

xdotool cannot do it. The source says that something is over the window, where it is, and that it was let go;
the window then asks for the names, and the source answers.
"""
import ctypes
import ctypes.util
import time

CLIENT_MESSAGE, SELECTION_REQUEST, SELECTION_NOTIFY = 33, 30, 31
PROP_MODE_REPLACE = 0


class ClientMessage(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong),
                ("format", ctypes.c_int), ("data", ctypes.c_long * 5)]


class SelectionRequest(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("owner", ctypes.c_ulong), ("requestor", ctypes.c_ulong),
                ("selection", ctypes.c_ulong), ("target", ctypes.c_ulong), ("property", ctypes.c_ulong),
                ("time", ctypes.c_ulong)]


class SelectionNotify(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("requestor", ctypes.c_ulong), ("selection", ctypes.c_ulong),
                ("target", ctypes.c_ulong), ("property", ctypes.c_ulong), ("time", ctypes.c_ulong)]


class Event(ctypes.Union):
    _fields_ = [("type", ctypes.c_int), ("client", ClientMessage), ("request", SelectionRequest),
                ("notify", SelectionNotify), ("room", ctypes.c_long * 24)]


class Source:
    """A window of our own that something is dragged from."""

    def __init__(self, display):
        self.x = ctypes.CDLL(ctypes.util.find_library("X11"))
        for name in ("XOpenDisplay", "XDefaultRootWindow", "XCreateSimpleWindow", "XInternAtom"):
            getattr(self.x, name).restype = ctypes.c_void_p if name == "XOpenDisplay" else ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(display.encode()))
        root = ctypes.c_ulong(self.x.XDefaultRootWindow(self.display))
        self.window = self.x.XCreateSimpleWindow(self.display, root, 0, 0, 1, 1, 0, ctypes.c_ulong(0),
                                                 ctypes.c_ulong(0))

    def atom(self, name):
        return self.x.XInternAtom(self.display, name.encode(), 0)

    def send(self, window, event):
        self.x.XSendEvent(self.display, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(event))
        self.x.XFlush(self.display)

    def tell(self, window, message, *data):
        event = Event()
        event.client = ClientMessage(CLIENT_MESSAGE, 0, 1, self.display, window, self.atom(message), 32,
                                     (ctypes.c_long * 5)(self.window, *data))
        self.send(window, event)

    def answer(self, request, text):
        self.x.XChangeProperty(self.display, ctypes.c_ulong(request.requestor),
                               ctypes.c_ulong(request.property), ctypes.c_ulong(request.target), 8,
                               PROP_MODE_REPLACE, text, len(text))
        event = Event()
        event.notify = SelectionNotify(SELECTION_NOTIFY, 0, 1, self.display, request.requestor,
                                       request.selection, request.target, request.property, request.time)
        self.send(request.requestor, event)

    def answer_until_finished(self, text, patience):
        deadline = time.time() + patience
        event = Event()
        while time.time() < deadline:
            if self.x.XPending(self.display) == 0:
                time.sleep(0.02)
                continue
            self.x.XNextEvent(self.display, ctypes.byref(event))
            if event.type == SELECTION_REQUEST:
                self.answer(event.request, text)
            if event.type == CLIENT_MESSAGE and event.client.message_type == self.atom("XdndFinished"):
                return True
        return False


def drop(display, window, path, patience=60):
    """Whether the window has taken the file."""
    source = Source(display)
    source.x.XSetSelectionOwner(source.display, ctypes.c_ulong(source.atom("XdndSelection")),
                                ctypes.c_ulong(source.window), ctypes.c_ulong(0))
    source.tell(window, "XdndEnter", 5 << 24, source.atom("text/uri-list"), 0, 0)
    source.tell(window, "XdndPosition", 0, (600 << 16) | 400, 0, source.atom("XdndActionCopy"))
    source.tell(window, "XdndDrop", 0, 0, 0, 0)
    return source.answer_until_finished(("file://" + path + "\r\n").encode(), patience)
